import type { TreeNode } from '../../../domain/model.ts'
import { nodesOf } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'

const atOnce = 200

/** Returns the node of that depth on the path to a head; a path that is walked along is read a page at once, into `ahead`. */
export async function aheadOn(
  reads: Reads,
  ahead: Map<string, TreeNode[]>,
  head: TreeNode,
  depth: number,
): Promise<TreeNode | null> {
  if (depth > head.place.depth) return null
  const at = (nodes: readonly TreeNode[] | undefined) => nodes?.[depth - (nodes[0]?.place.depth ?? 0)] ?? null
  const known = at(ahead.get(head.id))
  if (known?.place.depth === depth) return known
  const nodes = await nodesOf(reads, head, 'depth', depth, depth + atOnce - 1)
  ahead.clear()
  ahead.set(head.id, nodes)
  return at(nodes)
}
