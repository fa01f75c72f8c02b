import { depthsOf, isAsHashed, type AboveMarker } from '../../domain/context/markerEnds.ts'
import type { Hash, Marker, Observation, TreeNode } from '../../domain/model.ts'
import { emptyPathHash } from '../../domain/tree/pathHash.ts'
import { nodeAt } from './paths.ts'
import type { Reads } from './reads.ts'

/** Returns where the stretches of a marker lie, as the path to its parent (null: none) has them. */
export async function aboveMarker(reads: Reads, parent: TreeNode | null, marker: Marker): Promise<AboveMarker> {
  const { cancels } = marker
  const depths = parent ? depthsOf(marker) : []
  const nodes = await Promise.all(depths.map((depth) => nodeAt(reads, parent as TreeNode, 'depth', depth)))
  const hashes = new Map<number, Hash>([[-1, emptyPathHash]])
  for (const node of nodes) if (node) hashes.set(node.place.depth, node.place.pathHash)
  const cancelled = cancels === null ? null : await reads.observation(cancels)
  return { hashes, cancelled: cancelled?.place?.pathHash ?? null }
}

/** Says whether a node is no marker, or one that hides what its content hash says. */
export async function isMarkerSound(reads: Reads, parent: TreeNode | null, node: Observation): Promise<boolean> {
  return node.marker === null || isAsHashed(node.marker, await aboveMarker(reads, parent, node.marker))
}
