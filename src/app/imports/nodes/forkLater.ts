/** A conversation that becomes a fork, or a fork of a later place, because its past came after it. */
import { wayOf, withChild, withJunction } from '../../../domain/tree/junctions.ts'
import type { BranchPoint, TreeNode } from '../../../domain/model.ts'
import type { Draft } from '../../write/draft/draft.ts'
import { forkPoint, isOnPath, nodeAt } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import { forkedAt, type Opening } from '../job/openImport.ts'

/**
 * Says whether a conversation may go on from a node of another one: it is no fork and began with what goes on from there, or it
 * is a fork whose path leads there or ends above it. Any other keeps its roots: what hangs on the path that it
 * inherits would have no parent on another one.
 */
export async function mayBeForkOf(opening: Opening, id: string, parent: TreeNode): Promise<boolean> {
  const conversation = opening.drafts.get(id)?.conversation ?? opening.laneStates.get(id)?.frontier?.conversation
  const forkedFrom = conversation?.forkedFrom ?? null
  if (!conversation || forkedFrom === null) return (conversation?.shape.roots ?? 0) <= 1
  const { reads } = opening.scope
  const point = await forkPoint({ reads, conversation })
  if (point === null) return false
  if (await isOnPath(reads, parent, point)) return true
  return forkedFrom.conversationId === parent.conversationId && isOnPath(reads, point, parent)
}

/**
 * Makes a conversation whose past was not there when it came a fork at the place where its file has it. What it recorded
 * stays, and is stored again below that place. A fork whose path leads there already is left as it is.
 */
export async function forkAnew(opening: Opening, draft: Draft, point: TreeNode): Promise<void> {
  const { conversation } = draft
  const { reads } = opening.scope
  const before = await forkPoint(draft)
  if (await isOnPath(reads, point, before)) return
  const source = await reads.conversation(point.conversationId)
  if (!source) throw new Error(`The conversation ${point.conversationId} of an observation is missing.`)
  const { conversation: fork, events } = forkedAt(opening, source, point, conversation)
  const { shape } = conversation
  const above = before?.place ?? { depth: -1, calls: 0 }
  const further = before && (await goneOn(draft, reads, before, point))
  if (further) draft.changes.putJunction(further.after)
  // The point is a leaf while nothing of the conversation's own goes on from it; so was the one before.
  const opens = before === null || further !== null
  draft.conversation = {
    ...conversation,
    forkedFrom: fork.forkedFrom,
    forkLevel: fork.forkLevel,
    shape: {
      ...(further ? withJunction(shape, further.before, further.after) : shape),
      nodes: shape.nodes + point.place.depth - above.depth,
      toolCalls: shape.toolCalls + point.place.calls - above.calls,
      roots: shape.roots + (before === null ? 1 : 0),
      leaves: shape.leaves + (opens ? 1 : 0),
    },
  }
  draft.events.push(...events)
}

/** Returns the junction of the place before, at which the inherited path now goes on beside the conversation's own nodes. */
async function goneOn(
  draft: Draft,
  reads: Reads,
  before: TreeNode,
  point: TreeNode,
): Promise<{ readonly before: BranchPoint; readonly after: BranchPoint } | null> {
  const known = await draft.reads.junction(draft.conversation.id, before.id)
  const next = await nodeAt(reads, point, 'depth', before.place.depth + 1)
  if (known === null || next === null) return null
  const message = next.messageId === null ? null : await draft.reads.message(next.messageId)
  return { before: known, after: withChild(known, wayOf(next, before, message?.supersedesId ?? null)) }
}
