import type { Observation, TreeNode } from '../../domain/model.ts'
import { mustFind, Refusal } from '../../domain/refusals.ts'
import { asTreeNode, isOnPath, nodesOf, commonNode, headOf } from '../read/paths.ts'
import { type PlaceRef, conversationOf, placeOf } from '../read/view.ts'
import type { Scope } from '../scope.ts'

/**
 * Returns the nodes from one observation up or down to another, both included; null when neither is an ancestor of
 * the other or one is unknown. Refuses more than a list without cursors may hold.
 */
export async function pathBetween(scope: Scope, from: Observation, toId: string): Promise<Observation[] | null> {
  const [a, b] = [asTreeNode(from), asTreeNode(await scope.reads.observation(toId))]
  if (!a || !b) return null
  const [upper, lower] = a.place.depth <= b.place.depth ? [a, b] : [b, a]
  if (!(await isOnPath(scope.reads, upper, lower))) return null
  const length = lower.place.depth - upper.place.depth + 1
  const limit = scope.limits.list
  if (length > limit)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit, length },
      `The path has ${length} nodes, more than the ${limit} of a list without a cursor; page through "ancestors".`,
    )
  const nodes = await nodesOf(scope.reads, lower, 'depth', upper.place.depth, lower.place.depth)
  return upper === a ? nodes : nodes.reverse()
}

/** Says whether an observation is an ancestor of another; not of itself. */
export async function isAncestorOf(scope: Scope, observation: Observation, id: string): Promise<boolean> {
  const [a, b] = [asTreeNode(observation), asTreeNode(await scope.reads.observation(id))]
  return a !== null && b !== null && a.id !== b.id && isOnPath(scope.reads, a, b)
}

/** Returns the deepest observation that two places share, or null; refuses a place that is not there. */
export async function commonAncestor(scope: Scope, a: PlaceRef, b: PlaceRef): Promise<Observation | null> {
  const [nodeA, nodeB] = await Promise.all([placeNode(scope, a), placeNode(scope, b)])
  return nodeA && nodeB ? commonNode(scope.reads, nodeA, nodeB) : null
}

/** A conversation stands at its head, a message at its newest turn observation. */
export async function placeNode(scope: Scope, place: PlaceRef): Promise<TreeNode | null> {
  if ('conversationId' in place) return headOf(scope, await conversationOf(scope, place.conversationId))
  const id = 'messageId' in place ? await latestOf(scope, place.messageId) : place.observationId
  const node = mustFind(await placeOf(scope.reads, id), 'Observation', id)
  return node
}

async function latestOf(scope: Scope, id: string): Promise<string> {
  const message = mustFind(await scope.reads.message(id), 'Message', id)
  return message.latestId
}
