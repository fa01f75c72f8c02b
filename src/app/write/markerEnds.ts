import { endsOf, fitted } from '../../domain/context/markerEnds.ts'
import type { Marker, TreeNode } from '../../domain/model.ts'
import { contentHash } from '../../domain/tree/pathHash.ts'
import type { Unplaced } from '../../domain/tree/placement.ts'
import { aboveMarker } from '../read/aboveMarker.ts'
import type { Reads } from '../read/reads.ts'

/** Returns a marker, or the copy of one, whose content hash covers what it hides of the path to `parent`. */
export async function withEnds(
  reads: Reads,
  parent: TreeNode | null,
  node: Unplaced,
  input: Marker,
): Promise<Unplaced> {
  const marker = fitted(input, parent?.place.depth ?? -1)
  const ends = endsOf(marker, await aboveMarker(reads, parent, marker))
  const whole = { ...node, marker: { ...marker, ends } }
  return { ...whole, contentHash: contentHash(whole) }
}
