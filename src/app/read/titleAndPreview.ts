import { textOf } from '../../domain/messages/blocks.ts'
import { withHead, type HeadText } from '../../domain/tree/growth.ts'
import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Conversation, Observation, TreeNode } from '../../domain/model.ts'
import { isProvisional, titleSearch } from '../../domain/prompts/title.ts'
import type { PromptFlags } from '../../domain/prompts/promptOf.ts'
import { isOnPath, nodeAt, nodesOf } from './paths.ts'
import type { Reads } from './reads.ts'
import type { View } from './view.ts'

/**
 * Returns the texts that a conversation whose head is at a node derives its title and preview from, with CURRENT values
 * and deleted turns passed over (design §4).
 */
export async function textAt(reads: Reads, head: TreeNode | null): Promise<HeadText> {
  const [title, preview] = await Promise.all([titleText(reads, head), previewText(reads, head)])
  return { title, preview }
}

/** Returns a conversation with its head moved to a node, with the texts of that path; those that stay are not read again. */
export async function atHead(view: View, to: TreeNode | null): Promise<Conversation> {
  const { conversation, head, reads } = view
  const staysPreview = isNext(head, to) && to?.place.turn === null
  const [staysTitle, preview] = await Promise.all([keepsTitle(view, to), staysPreview ? null : previewText(reads, to)])
  const moved = withHead(conversation, to, { title: staysTitle ? null : await titleText(reads, to), preview })
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

/** What an observation says now, null when it is of a deleted message. */
type Now = { readonly text: string | null } | null

async function now(reads: Reads, observation: Observation): Promise<Now> {
  const message = observation.messageId === null ? null : await reads.message(observation.messageId)
  return message?.deleted ? null : { text: textOf(currentBlocks(observation, message)) }
}

/** What the first USER turns call the conversation, from the one on that had text when it was stored. */
async function titleText(reads: Reads, head: TreeNode | null): Promise<string | null> {
  const firstId = head?.place.firstUserId ?? null
  const first = firstId === null ? null : ((await reads.observation(firstId)) as TreeNode | null)
  if (head === null || first === null) return null
  const search = titleSearch()
  const title = search.take((await now(reads, first))?.text ?? '', flagsOf(first))
  if (title !== null) return title
  for await (const page of windows(reads, head, (first.place.turn ?? 0) + 1, head.place.turns)) {
    const users = page.filter(({ role }) => role === 'USER')
    const texts = await Promise.all(users.map((node) => now(reads, node)))
    for (const [at, user] of users.entries()) {
      const found = search.take(texts[at]?.text ?? '', flagsOf(user))
      if (found !== null || search.isOver()) return found ?? search.otherwise()
    }
  }
  return search.otherwise()
}

function flagsOf({ fields }: TreeNode): PromptFlags {
  return { isMeta: fields['isMeta'] === true, isSummary: fields['isCompactSummary'] === true }
}

/** The text of the last numbered turn that is not deleted; null where that has none. */
async function previewText(reads: Reads, head: TreeNode | null): Promise<string | null> {
  if (head === null || head.place.turns === 0) return null
  const last = head.place.turn === null ? await nodeAt(reads, head, 'turn', head.place.turns) : head
  const said = last && (await now(reads, last))
  if (said) return said.text
  for await (const page of windows(reads, head, head.place.turns - 1, 1)) {
    const found = (await Promise.all(page.map((node) => now(reads, node)))).find((one) => one !== null)
    if (found) return found.text
  }
  return null
}

const firstWindow = 16
const longestWindow = 512

/** The numbered turns of a path from one to another, up or down, in windows that double: few reads for many turns. */
async function* windows(reads: Reads, head: TreeNode, from: number, to: number): AsyncGenerator<TreeNode[]> {
  const step = from <= to ? 1 : -1
  if (from < 1) return
  for (let at = from, size = firstWindow; (to - at) * step >= 0; size = Math.min(longestWindow, 2 * size)) {
    const end = step > 0 ? Math.min(to, at + size - 1) : Math.max(to, at - size + 1)
    const nodes = await nodesOf(reads, head, 'turn', Math.min(at, end), Math.max(at, end))
    yield step > 0 ? nodes : nodes.reverse()
    at = end + step
  }
}
