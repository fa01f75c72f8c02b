import { later } from '../instants.ts'
import { bendAfter, bendsPath } from '../context/bends.ts'
import { callIds, textOf } from '../messages/blocks.ts'
import type { Hash, Observation, Place, SegmentId, TreeNode } from '../model.ts'
import { pathHash } from './pathHash.ts'
import { noUsage, usageAfter, type AnswerUsage } from '../usage/pathUsage.ts'
import { pricingAfter } from '../usage/pathPricing.ts'
import { noPrompts, promptsAfter } from '../prompts/pathPrompts.ts'
import { noPairs, pairsAfter, type PairState } from '../context/toolPairs.ts'

/** An observation that is about to be stored in the tree. To add a member to a copy would cost ten times the copy. */
export type Unplaced = Observation & { readonly place: null }

/**
 * Returns a node that was ingested after each of its parents: the clock of the server that stored one may be ahead of ours.
 * One that was observed as it was ingested still is.
 */
export function ingestedAfter(node: Unplaced, parents: readonly Pick<Observation, 'ingestedAt'>[]): Unplaced {
  const newest = parents.reduce<string | null>(
    (last, one) => (last === null || one.ingestedAt > last ? one.ingestedAt : last),
    null,
  )
  const ingestedAt = later(node.ingestedAt, newest)
  if (ingestedAt === node.ingestedAt) return node
  return { ...node, ingestedAt, observedAt: node.observedAt === node.ingestedAt ? ingestedAt : node.observedAt }
}

/** Says whether an observation has a turn number: a USER, ASSISTANT or TOOL turn. */
function isNumbered(node: Pick<Observation, 'kind' | 'role'>): boolean {
  return node.kind === 'TURN' && node.role !== 'SYSTEM' && node.role !== null
}

/**
 * Returns where a node stands that continues `parent` (null: a new root), counted on from there in O(1). `others` are
 * the further parents of a join with their path hashes, `lastBend` the bend that `parent` names, `earlier` what parts of
 * its answer farther up the path count.
 */
export function placeAfter(
  parent: TreeNode | null,
  node: Omit<Observation, 'place'>,
  segmentId: SegmentId,
  others: readonly { readonly id: string; readonly pathHash: Hash }[] = [],
  lastBend: TreeNode | null = null,
  earlier: AnswerUsage | null = null,
): Place {
  const above = parent?.place
  const depth = above ? above.depth + 1 : 0
  const turns = (above?.turns ?? 0) + (isNumbered(node) ? 1 : 0)
  const entries = (above?.entries ?? 0) + (node.kind === 'TURN' ? 1 : 0)
  const pairs = pairsBelow(parent, node)
  const usage = usageAfter(above?.usage ?? noUsage, node, earlier)
  const bends = bendsPath(node, above ?? noPairs, pairs, isFirstTurn(parent, node))
  return {
    parentId: parent?.id ?? null,
    otherParents: others.map((other) => other.id),
    segmentId,
    depth,
    turns,
    turn: isNumbered(node) ? turns : null,
    entries,
    entry: node.kind === 'TURN' ? entries : null,
    calls: (above?.calls ?? 0) + callIds(node.blocks).length,
    pathHash: pathHash(
      above?.pathHash ?? null,
      node.contentHash,
      others.map((other) => other.pathHash),
    ),
    openCalls: pairs.openCalls,
    groupStart: pairs.groupStart,
    groupAnswer: pairs.groupAnswer,
    usage,
    pricing: pricingAfter(above ?? null, node, usage),
    prompts: promptsAfter(above?.prompts ?? noPrompts, node, depth),
    firstUserId: above?.firstUserId ?? (hasTitle(node) ? node.id : null),
    bendId: bends ? node.id : (above?.bendId ?? null),
    bend: bends ? bendAfter(lastBend) : null,
  }
}

/** Says whether a node that continues `parent` is a bend of its path: then what is before it on the path must be known. */
export function willBend(parent: TreeNode | null, node: Omit<Observation, 'place'>): boolean {
  return bendsPath(node, parent?.place ?? noPairs, pairsBelow(parent, node), isFirstTurn(parent, node))
}

function pairsBelow(parent: TreeNode | null, { role, blocks, usage }: Omit<Observation, 'place'>): PairState {
  const depth = parent ? parent.place.depth + 1 : 0
  return pairsAfter(parent?.place ?? noPairs, { role, blocks, answerId: usage?.answerId ?? null }, depth)
}

function isFirstTurn(parent: TreeNode | null, node: Pick<Observation, 'kind' | 'role'>): boolean {
  return isNumbered(node) && (parent?.place.turns ?? 0) === 0
}

function hasTitle(node: Pick<Observation, 'kind' | 'role' | 'blocks' | 'erased'>): boolean {
  if (node.erased !== undefined) return node.erased.titled
  return node.kind === 'TURN' && node.role === 'USER' && (textOf(node.blocks) ?? '').trim() !== ''
}
