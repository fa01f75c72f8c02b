import type { Conversation, Message, Observation, TreeNode } from '../domain/model.ts'
import { messageId } from '../domain/ids.ts'
import { notFound, Refusal } from '../domain/refusals.ts'
import type { Act } from './act.ts'
import { cursorOf, readCursor } from './cursors.ts'
import type { PlaceRef } from './inputs.ts'
import { listPage, type Forward } from './lists.ts'
import { pageSize, type Page } from './pages.ts'
import { commonNode, isOnPath, nodesOf, treeNode } from './paths.ts'
import { messageOfTurn, type View } from './references.ts'
import { isLeafHere } from './switchHead.ts'
import { headOf } from './transcript.ts'
import type { PageArguments } from './transcripts.ts'

/** Returns a page of an observation's ancestors: root first, itself left out, flat in depth. Outside the tree there are none. */
export async function ancestorsPage(
  act: Act,
  observation: Observation,
  args: PageArguments,
): Promise<Page<Observation>> {
  const node = treeNode(observation)
  const { first, last } = pageSize(args)
  const name = `ancestors:${observation.id}`
  const total = node?.place.depth ?? 0
  const after = await depthOf(act, node, readCursor(name, args.after, 'after'), -1)
  const before = await depthOf(act, node, readCursor(name, args.before, 'before'), total)
  const low = last === null ? after + 1 : Math.max(after + 1, before - last)
  const high = first === null ? before - 1 : Math.min(before - 1, after + first)
  const items = node === null || low > high ? [] : await nodesOf(act.reads, node, 'depth', low, high)
  return {
    items: items.map((item) => ({ item, cursor: cursorOf(name, item.id) })),
    hasPreviousPage: items.length > 0 && low > 0,
    hasNextPage: items.length > 0 && high < total - 1,
    totalCount: () => Promise.resolve(total > act.limits.count ? null : total),
  }
}

async function depthOf(act: Act, node: TreeNode | null, id: string | null, otherwise: number): Promise<number> {
  const named = id === null ? null : treeNode(await act.reads.observation(id))
  return named && node ? named.place.depth : otherwise
}

/** Returns the other children of an observation's parent, oldest first; a root's are the conversation's other roots. */
export async function siblingsPage(act: Act, observation: Observation, args: Forward): Promise<Page<Observation>> {
  if (!observation.place)
    return { items: [], hasNextPage: false, hasPreviousPage: false, totalCount: () => Promise.resolve(0) }
  const { parentId } = observation.place
  const size = pageSize(args).first ?? 0
  const all =
    parentId === null
      ? await listPage(act, 'roots', observation.conversationId, args)
      : await listPage(act, 'children', parentId, args)
  const others = all.items.filter(({ item }) => item.id !== observation.id)
  const rest =
    others.length < all.items.length && all.hasNextPage
      ? await siblingsPage(act, observation, { first: 1, after: all.items.at(-1)?.cursor ?? null })
      : null
  return {
    ...all,
    items: [...others, ...(rest?.items ?? [])].slice(0, size),
    hasNextPage: rest ? rest.hasNextPage : all.hasNextPage,
    totalCount: async () => {
      const count = await all.totalCount()
      return count === null ? null : Math.max(0, count - 1)
    },
  }
}

/** Returns a page of the leaves of a conversation's tree, newest first; the point of a fork that is unused there comes last. */
export async function leavesPage(act: Act, conversation: Conversation, args: Forward): Promise<Page<Observation>> {
  const { first } = pageSize(args)
  const name = `leaves:${conversation.id}`
  const seen = readCursor(name, args.after, 'after')
  const after = seen === null ? null : treeNode(await act.reads.observation(seen))
  const point = await unusedPoint(act, conversation)
  const limit = (first ?? 0) + 1
  const key = after && { sort: after.ingestedAt, id: after.id }
  const isPast = point !== null && after?.id === point.id
  const tips = isPast ? [] : await act.reads.list({ list: 'tips', owner: conversation.id, after: key, limit })
  const leaves = point === null || isPast || tips.length === limit ? tips : [...tips, point]
  return {
    items: leaves.slice(0, limit - 1).map((item) => ({ item, cursor: cursorOf(name, item.id) })),
    hasNextPage: leaves.length >= limit,
    hasPreviousPage: seen !== null,
    totalCount: async () => {
      const count = (await act.reads.count('tips', conversation.id, act.limits.count + 1)) + (point === null ? 0 : 1)
      return count > act.limits.count ? null : count
    },
  }
}

async function unusedPoint(act: Act, conversation: Conversation): Promise<TreeNode | null> {
  const id = conversation.forkedFrom?.observationId ?? null
  const point = id === null ? null : treeNode(await act.reads.observation(id))
  return point && (await isLeafHere({ conversation, reads: act.reads }, point)) ? point : null
}

/** Says whether no observation recorded in its own conversation continues it. */
export async function isLeaf(act: Act, observation: Observation): Promise<boolean> {
  if (!observation.place) return false
  return (await act.reads.segmentNow(observation.place.segmentId)).tipDepth === observation.place.depth
}

/**
 * Returns the nodes from one observation up or down to another, both included; null when neither is an ancestor of
 * the other or one is unknown. Refuses more than a list without cursors may hold.
 */
export async function pathBetween(act: Act, from: Observation, toId: string): Promise<Observation[] | null> {
  const [a, b] = [treeNode(from), treeNode(await act.reads.observation(toId))]
  if (!a || !b) return null
  const [upper, lower] = a.place.depth <= b.place.depth ? [a, b] : [b, a]
  if (!(await isOnPath(act.reads, upper, lower))) return null
  const length = lower.place.depth - upper.place.depth + 1
  const limit = act.limits.list
  if (length > limit)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit, length },
      `The path has ${length} nodes, more than the ${limit} of a list without a cursor; page through "ancestors".`,
    )
  const nodes = await nodesOf(act.reads, lower, 'depth', upper.place.depth, lower.place.depth)
  return upper === a ? nodes : nodes.reverse()
}

/** Says whether an observation is an ancestor of another; not of itself. */
export async function isAncestorOf(act: Act, observation: Observation, id: string): Promise<boolean> {
  const [a, b] = [treeNode(observation), treeNode(await act.reads.observation(id))]
  return a !== null && b !== null && a.id !== b.id && isOnPath(act.reads, a, b)
}

/** Returns the deepest observation that two places share, or null; refuses a place that is not there. */
export async function commonAncestor(act: Act, a: PlaceRef, b: PlaceRef): Promise<Observation | null> {
  const [nodeA, nodeB] = await Promise.all([placeNode(act, a), placeNode(act, b)])
  return nodeA && nodeB ? commonNode(act.reads, nodeA, nodeB) : null
}

/** A conversation stands at its head, a message at its newest turn observation. */
async function placeNode(act: Act, place: PlaceRef): Promise<TreeNode | null> {
  if ('conversationId' in place) return headOf(act, await conversationOf(act, place.conversationId))
  const id = 'messageId' in place ? await latestOf(act, place.messageId) : place.observationId
  const node = treeNode(await act.reads.observation(id))
  if (!node) throw notFound('Observation', id)
  return node
}

async function latestOf(act: Act, id: string): Promise<string> {
  const message = await act.reads.message(id)
  if (!message) throw notFound('Message', id)
  return message.latestId
}

/** Returns the conversation of that id; refuses an unknown one. */
export async function conversationOf(act: Act, id: string): Promise<Conversation> {
  const conversation = await act.reads.conversation(id)
  if (!conversation) throw notFound('Conversation', id)
  return conversation
}

async function viewOf(act: Act, conversation: Conversation): Promise<View> {
  return { conversation, head: await headOf(act, conversation), reads: act.reads }
}

/** Returns the message of a turn: the conversation's own, else the inherited one, else null. */
export async function messageOf(act: Act, conversation: Conversation, turnId: string): Promise<Message | null> {
  return messageOfTurn(await viewOf(act, conversation), turnId)
}

/** Returns the user's and the assistant's message of a turn (spec N-11), own before inherited. */
export async function turnMessages(act: Act, conversationId: string, turnId: string): Promise<Message[]> {
  const conversation = await act.reads.conversation(conversationId)
  if (!conversation) return []
  const found = await Promise.all([turnId, `${turnId}:assistant`].map((id) => messageOf(act, conversation, id)))
  return found.flatMap((message) => message ?? [])
}

/** Returns the latest turn observation of a message: where its ancestors are counted from. */
export async function latestObservation(act: Act, message: Message): Promise<Observation> {
  const found = await act.reads.observation(message.latestId)
  if (!found)
    throw new Error(
      `Observation ${message.latestId} of message ${messageId(message.conversationId, message.turnId)} is missing.`,
    )
  return found
}
