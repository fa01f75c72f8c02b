import { withHead, type HeadText, isOfOthers, keepsText, withoutDerived } from '../../../domain/tree/growth.ts'
import type { Conversation, Observation, TreeNode } from '../../../domain/model.ts'
import {
  forkNamed,
  isProvisional,
  threadTitleSearch,
  titleSearch,
  untitled,
  type TitleSearch,
} from '../../../domain/prompts/title.ts'
import { isOfNeoStore } from '../../../domain/records/importedFields.ts'
import { isOnPath, nodeAt, nodesOf, commonNode, forkPoint, asTreeNode } from '../paths.ts'
import type { Reads } from '../reads.ts'
import type { View } from '../view.ts'
import { textOf } from '../../../domain/messages/blocks.ts'
import { currentBlocks } from '../../../domain/messages/messageSnapshot.ts'
import { flagsOf, type PromptFlags } from '../../../domain/prompts/promptOf.ts'

/**
 * Returns the texts that a conversation whose head is at a node derives its title and preview from, with CURRENT values
 * and deleted turns passed over (design §4).
 */
export async function textAt(reads: Reads, conversation: Conversation, head: TreeNode | null): Promise<HeadText> {
  const [title, preview] = await Promise.all([titleText(reads, conversation, head), previewText(reads, head)])
  return { title, preview }
}

/** Returns the same of a fork that is being made, by what is known of its source: what is shown of it is derived when it is read, and so it has no preview. */
export function textOfFork(source: Conversation): HeadText {
  const name = source.title ?? source.derivedTitle
  return { title: name === untitled ? null : forkNamed(name), preview: null }
}

function titleText(reads: Reads, conversation: Conversation, head: TreeNode | null): Promise<string | null> {
  const isThread = head?.conversationId === conversation.id && isOfThread(head)
  if (conversation.forkedFrom === null || isThread) return pathTitle(reads, head)
  return forkTitle(reads, conversation, head)
}

/** Returns a conversation with its head moved to a node, with the texts of that path; those that stay are not read again. */
export async function atHead(view: View, to: TreeNode | null): Promise<Conversation> {
  const { conversation, head, reads } = view
  const staysPreview = !keepsText(conversation) || (isNext(head, to) && to?.place.turn === null)
  const [staysTitle, preview] = await Promise.all([keepsTitle(view, to), staysPreview ? null : previewText(reads, to)])
  const moved = withHead(conversation, to, {
    title: staysTitle ? null : await titleText(reads, conversation, to),
    preview,
  })
  return withoutDerived({
    ...moved,
    derivedTitle: staysTitle ? conversation.derivedTitle : moved.derivedTitle,
    preview: staysPreview ? conversation.preview : moved.preview,
  })
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

/** What an observation says now, null when it is of a deleted message, or erased. */
export type Now = { readonly text: string | null } | null

/** Returns what an observation says now, with its message's corrections. */
async function nowOf(reads: Reads, observation: Observation): Promise<Now> {
  if (observation.erased !== undefined) return null
  const message = observation.messageId === null ? null : await reads.message(observation.messageId)
  return message?.deleted ? null : { text: textOf(currentBlocks(observation, message)) }
}

/** Says whether a node came from a file of a Neo store; most were stored here, and have no source. */
const isOfThread = (node: TreeNode): boolean => node.sourceKind !== null && isOfNeoStore(node)

/** What the user's turns of a path call a conversation: the title, and whether no later turn can better it. */
export interface FoundTitle {
  readonly title: string | null
  readonly isFinal: boolean
}

/** Returns what the first USER turns of a path call a conversation, from the one on that had text when it was stored. */
async function pathTitle(reads: Reads, head: TreeNode | null): Promise<string | null> {
  const firstId = head?.place.firstUserId ?? null
  const first = firstId === null ? null : ((await reads.observation(firstId)) as TreeNode | null)
  if (head === null) return null
  const root = (first?.place.turn ?? 1) > 1 ? await nodeAt(reads, head, 'turn', 1) : first
  const search = isOfThread(root ?? head) ? threadTitleSearch() : titleSearch()
  if (first === null) return search.otherwise()
  const title = search.take((await nowOf(reads, first))?.text ?? '', saidOf(first))
  return title ?? (await titleFrom(reads, head, (first.place.turn ?? 0) + 1, () => true, search)).title
}

/** Returns what the USER turns of a path that count call a conversation, from the turn of a number on. */
async function titleFrom(
  reads: Reads,
  head: TreeNode,
  from: number,
  counts: (node: TreeNode) => boolean,
  search: TitleSearch = titleSearch(),
): Promise<FoundTitle> {
  for await (const page of from > head.place.turns ? [] : turnsBetween(reads, head, from, head.place.turns)) {
    const users = page.filter((node) => node.role === 'USER' && counts(node))
    const texts = await Promise.all(users.map((node) => nowOf(reads, node)))
    for (const [at, user] of users.entries()) {
      const match = search.take(texts[at]?.text ?? '', saidOf(user))
      if (match !== null || search.isOver()) return { title: match ?? search.otherwise(), isFinal: match !== null }
    }
  }
  return { title: search.otherwise(), isFinal: false }
}

/** What its file says of a user's turn; a Neo store's turn of a role that the store does not know is no user's. */
function saidOf(node: TreeNode): PromptFlags {
  const flags = flagsOf(node)
  return isOfThread(node) && node.fields['role'] !== undefined ? { ...flags, isMeta: true } : flags
}

const firstWindow = 16
const longestWindow = 512

/** Yields the numbered turns of a path from one to another, up or down, in windows that double: few reads for many turns. */
async function* turnsBetween(reads: Reads, head: TreeNode, from: number, to: number): AsyncGenerator<TreeNode[]> {
  const step = from <= to ? 1 : -1
  if (from < 1) return
  for (let at = from, size = firstWindow; (to - at) * step >= 0; size = Math.min(longestWindow, 2 * size)) {
    const end = step > 0 ? Math.min(to, at + size - 1) : Math.max(to, at - size + 1)
    const nodes = await nodesOf(reads, head, 'turn', Math.min(at, end), Math.max(at, end))
    yield step > 0 ? nodes : nodes.reverse()
    at = end + step
  }
}

/** Forks of forks that are read for a title; above them the path gives it. */
const mostForks = 16

/**
 * Returns what a fork is called whose head is at a node: by its own first prompt behind its point once there is one, else as the
 * fork of what its source is called; null where nothing is (docs/design/paths-and-segments.md).
 */
async function forkTitle(reads: Reads, fork: Conversation, head: TreeNode | null): Promise<string | null> {
  const own = await ownTitle(reads, fork, head)
  if (own.isFinal) return own.title
  const source = await sourceTitle(reads, fork)
  return source === null || source === untitled ? own.title : forkNamed(source)
}

/** What a fork's own prompts on a path call it: those that it recorded itself, behind what the path shares with its source. */
async function ownTitle(reads: Reads, fork: Conversation, head: TreeNode | null): Promise<FoundTitle> {
  const point = await forkPoint({ reads, conversation: fork })
  if (head === null || head.id === point?.id) return { title: null, isFinal: false }
  const shared = point === null ? null : await commonNode(reads, point, head)
  const isOwn = (node: TreeNode) => node.conversationId === fork.id && !isOfOthers(node, fork.id)
  return titleFrom(reads, head, (shared?.place.turns ?? 0) + 1, isOwn)
}

/**
 * What the conversation is called that a fork came from, as lists show it. Of one that is deleted, and far up a long line of
 * forks, only what the fork still shares of it counts.
 */
async function sourceTitle(reads: Reads, fork: Conversation): Promise<string | null> {
  let below = fork
  for (let remaining = mostForks; remaining > 0; remaining--) {
    const source = await reads.conversation(below.forkedFrom?.conversationId ?? '')
    if (source === null || source.deletedAt !== null) break
    if (source.title !== null) return source.title
    if (keepsText(source)) return source.derivedTitle
    const head = source.headId === null ? null : asTreeNode(await reads.observation(source.headId))
    if (source.forkedFrom === null) return pathTitle(reads, head)
    const own = await ownTitle(reads, source, head)
    if (own.isFinal) return own.title
    below = source
  }
  return pathTitle(reads, await forkPoint({ reads, conversation: below }))
}
