import type { Conversation, Message, Observation, TreeNode } from '../../domain/model.ts'
import { messageId } from '../../domain/ids.ts'
import { forkPoint, isOnPath, asTreeNode } from './paths.ts'
import type { Reads } from './reads.ts'
import { mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { walkList } from './walkList.ts'

/** What is needed to find a place in a conversation: its present head and how to read. */
export interface View {
  readonly conversation: Conversation
  readonly head: TreeNode | null
  readonly reads: Reads
  /** What is drafted and not stored yet. */
  readonly changes?: { readonly observations: ReadonlyMap<string, Observation> }
}

/** Says whether a node was recorded in the conversation or belongs to the past that it inherited. */
export async function belongsHere(view: View, node: TreeNode): Promise<boolean> {
  if (node.conversationId === view.conversation.id) return true
  return isOnPath(view.reads, node, await forkPoint(view))
}

/** Returns the node that a reference names here, recorded or inherited, or null. */
export async function resolve(view: View, ref: ParentRef): Promise<TreeNode | null> {
  if ('messageId' in ref) return nodeOfMessage(view, ref.messageId)
  const node = await placeOf(view.reads, ref.observationId)
  return node && (await belongsHere(view, node)) ? node : null
}

/** Returns the node that an id names: of a restatement the one that it says again; null where there is none. */
export async function placeOf(reads: Pick<Reads, 'observation'>, id: string): Promise<TreeNode | null> {
  const named = await reads.observation(id)
  return asTreeNode(named?.restates == null ? named : await reads.observation(named.restates))
}

/** Returns a message's deepest observation on the head's path, else its newest turn observation recorded or inherited here. */
export async function nodeOfMessage(view: View, id: string): Promise<TreeNode | null> {
  const onPath = await deepestOnPath(view, id)
  return onPath ?? (await first(observationsOf(view, id), (node) => belongsHere(view, node))) ?? restatedBy(view, id)
}

/** What a message says again that has no turn of its own here. */
async function restatedBy(view: View, id: string): Promise<TreeNode | null> {
  const message = await view.reads.message(id)
  const node = message && (await placeOf(view.reads, message.latestId))
  return node && (await belongsHere(view, node)) ? node : null
}

/** Returns a message's deepest observation on the head's path, or null. */
export async function deepestOnPath(view: View, id: string): Promise<TreeNode | null> {
  return first(observationsOf(view, id), (node) => isOnPath(view.reads, node, view.head))
}

async function first(
  nodes: AsyncIterable<TreeNode[]>,
  holds: (node: TreeNode) => Promise<boolean>,
): Promise<TreeNode | null> {
  for await (const page of nodes) {
    const held = await Promise.all(page.map(holds))
    const match = page.filter((_, i) => held[i]).sort((a, b) => b.place.depth - a.place.depth)[0]
    if (match) return match
  }
  return null
}

const pageLength = 100

/** The turn observations of a message in pages, newest first; the draft's own before those in the store. */
async function* observationsOf(view: View, id: string): AsyncGenerator<TreeNode[]> {
  const drafted = [...(view.changes?.observations.values() ?? [])].filter((observation) => observation.messageId === id)
  if (drafted.length > 0) yield drafted.reverse().flatMap((observation) => asTreeNode(observation) ?? [])
  const message = await view.reads.message(id)
  const latest = message && asTreeNode(await view.reads.observation(message.latestId))
  if (latest) yield [latest]
  // Of another conversation's message there may be copies here, which that one's count leaves out.
  if (!message || (message.observationCount <= 1 && message.conversationId === view.conversation.id)) return
  for await (const page of walkList(view.reads, 'observationsOfMessage', id, { limit: pageLength }))
    yield page.flatMap((observation) => asTreeNode(observation) ?? [])
}

/** Returns the inherited message of that turn, of the nearest ancestor conversation whose turn lies in the inherited past. */
export async function inheritedMessage(view: View, turnId: string): Promise<Message | null> {
  if (view.conversation.forkedFrom === null) return null
  const ancestors = await view.reads.lineage(view.conversation.id)
  const messages = await Promise.all(ancestors.map((ancestor) => view.reads.message(messageId(ancestor.id, turnId))))
  for (const message of messages) if (message && (await inheritedNode(view, message.id))) return message
  return null
}

/** Returns a message's observation in the inherited past, or a copy of one here, or null. */
async function inheritedNode(view: View, id: string): Promise<TreeNode | null> {
  return first(observationsOf(view, id), (node) => belongsHere(view, node))
}

/** Returns the message of a turn: the conversation's own, else the inherited one. */
export async function messageOfTurn(view: View, turnId: string): Promise<Message | null> {
  return (await view.reads.message(messageId(view.conversation.id, turnId))) ?? inheritedMessage(view, turnId)
}

/** A parent or point by id, as the API's one-of inputs give it. */
export type ParentRef = { readonly messageId: string } | { readonly observationId: string }
/** `start`: the empty path, before the first turn; it is true wherever it is named. */
export type PointRef = ParentRef | { readonly turn: number } | { readonly runId: string } | { readonly start: boolean }
export type PlaceRef = ParentRef | { readonly conversationId: string }
/** Returns the conversation of that id; refuses an unknown one. */
export async function conversationOf(scope: Scope, id: string): Promise<Conversation> {
  return mustFind(await scope.reads.conversation(id), 'Conversation', id)
}
