import { callIds, textOf } from './blocks.ts'
import type { Hash, Observation, Place, SegmentId, TreeNode } from './model.ts'
import { pathHash } from './pathHash.ts'
import { noPairs, pairsAfter } from './toolPairs.ts'

/** An observation that is about to be stored in the tree. To add a member to a copy would cost ten times the copy. */
export type Unplaced = Observation & { readonly place: null }

/** Says whether an observation has a turn number: a USER, ASSISTANT or TOOL turn. */
export function isNumbered(node: Pick<Observation, 'kind' | 'role'>): boolean {
  return node.kind === 'TURN' && node.role !== 'SYSTEM' && node.role !== null
}

/** Says whether an observation is a marker. */
export function isMarker(node: Pick<Observation, 'kind'>): boolean {
  return node.kind === 'COMPACTION' || node.kind === 'DROP' || node.kind === 'CANCEL'
}

/**
 * Returns where a node stands that continues `parent` (null: a new root), counted on from there in O(1). `others` are
 * the further parents of a join with their path hashes.
 */
export function placeAfter(
  parent: TreeNode | null,
  node: Omit<Observation, 'place'>,
  segmentId: SegmentId,
  others: readonly { readonly id: string; readonly pathHash: Hash }[] = [],
): Place {
  const above = parent?.place
  const { role, blocks, usage } = node
  const depth = above ? above.depth + 1 : 0
  const turns = (above?.turns ?? 0) + (isNumbered(node) ? 1 : 0)
  const entries = (above?.entries ?? 0) + (node.kind === 'TURN' ? 1 : 0)
  const pairs = pairsAfter(above ?? noPairs, { role, blocks, answerId: usage?.answerId ?? null }, depth)
  return {
    parentId: parent?.id ?? null,
    otherParents: others.map((other) => other.id),
    segmentId,
    depth,
    turns,
    turn: isNumbered(node) ? turns : null,
    entries,
    entry: node.kind === 'TURN' ? entries : null,
    calls: (above?.calls ?? 0) + callIds(blocks).length,
    pathHash: pathHash(
      above?.pathHash ?? null,
      node.contentHash,
      others.map((other) => other.pathHash),
    ),
    openCalls: pairs.openCalls,
    groupStart: pairs.groupStart,
    groupAnswer: pairs.groupAnswer,
    firstUserId: above?.firstUserId ?? (hasTitle(node) ? node.id : null),
    markerId: isMarker(node) ? node.id : (above?.markerId ?? null),
  }
}

function hasTitle(node: Pick<Observation, 'kind' | 'role' | 'blocks'>): boolean {
  return node.kind === 'TURN' && node.role === 'USER' && (textOf(node.blocks) ?? '').trim() !== ''
}
