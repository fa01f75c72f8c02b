import { withHead, type HeadText } from '../../../domain/tree/growth.ts'
import type { Conversation, Observation, TreeNode } from '../../../domain/model.ts'
import { forkNamed, isProvisional, untitled } from '../../../domain/prompts/title.ts'
import { isOnPath, nodeAt } from '../paths.ts'
import { nowOf, pathTitle, turnsBetween } from './pathTitle.ts'
import { forkTitle } from './forkTitle.ts'
import type { Reads } from '../reads.ts'
import type { View } from '../view.ts'

/**
 * Returns the texts that a conversation whose head is at a node derives its title and preview from, with CURRENT values
 * and deleted turns passed over (design §4).
 */
export async function textAt(reads: Reads, conversation: Conversation, head: TreeNode | null): Promise<HeadText> {
  const [title, preview] = await Promise.all([titleText(reads, conversation, head), previewText(reads, head)])
  return { title, preview }
}

/** Returns the same of a fork that is being made at a point, by what is known of its source: what is shown of it is derived when it is read. */
export async function textOfFork(reads: Reads, source: Conversation, point: TreeNode | null): Promise<HeadText> {
  const name = source.title ?? source.derivedTitle
  return { title: name === untitled ? null : forkNamed(name), preview: await previewText(reads, point) }
}

function titleText(reads: Reads, conversation: Conversation, head: TreeNode | null): Promise<string | null> {
  return conversation.forkedFrom === null ? pathTitle(reads, head) : forkTitle(reads, conversation, head)
}

/** Returns a conversation with its head moved to a node, with the texts of that path; those that stay are not read again. */
export async function atHead(view: View, to: TreeNode | null): Promise<Conversation> {
  const { conversation, head, reads } = view
  const staysPreview = isNext(head, to) && to?.place.turn === null
  const [staysTitle, preview] = await Promise.all([keepsTitle(view, to), staysPreview ? null : previewText(reads, to)])
  const moved = withHead(conversation, to, {
    title: staysTitle ? null : await titleText(reads, conversation, to),
    preview,
  })
  return {
    ...moved,
    derivedTitle: staysTitle ? conversation.derivedTitle : moved.derivedTitle,
    preview: staysPreview ? conversation.preview : moved.preview,
  }
}

/** What has no title, or only one that a greeting or a command gave, may get one from a USER turn that comes. */
async function keepsTitle({ conversation, head, reads }: View, to: TreeNode | null): Promise<boolean> {
  if (head === null || to === null) return head === to
  const isLast = isNext(head, to) || (to.place.parentId === head.place.parentId && !isUser(head))
  if (isLast && !isUser(to)) return true
  return !isProvisional(conversation.derivedTitle) && (isLast || isOnPath(reads, head, to))
}

/** Says whether storing a USER turn at the head must read more than the head to know the title. */
export function seeksTitle({ derivedTitle }: Conversation, head: Observation | null): boolean {
  return isProvisional(derivedTitle) && (head?.place?.firstUserId ?? null) !== null
}

const isNext = (head: TreeNode | null, to: TreeNode | null) => head !== null && to?.place.parentId === head.id
const isUser = ({ kind, role }: TreeNode) => kind === 'TURN' && role === 'USER'

/** The text of the last numbered turn that is not deleted; null where that has none. */
async function previewText(reads: Reads, head: TreeNode | null): Promise<string | null> {
  if (head === null || head.place.turns === 0) return null
  const last = head.place.turn === null ? await nodeAt(reads, head, 'turn', head.place.turns) : head
  const fields = last && (await nowOf(reads, last))
  if (fields) return fields.text
  for await (const page of turnsBetween(reads, head, head.place.turns - 1, 1)) {
    const result = (await Promise.all(page.map((node) => nowOf(reads, node)))).find((one) => one !== null)
    if (result) return result.text
  }
  return null
}
