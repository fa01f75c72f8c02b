import type { TreeNode } from '../../domain/model.ts'
import { nodeAt, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { TreeSegment } from './family.ts'

/** Returns the last node of a segment that belongs to the tree. */
export async function endOf({ reads }: Pick<Scope, 'reads'>, { segment, to }: TreeSegment): Promise<TreeNode> {
  const tip = asTreeNode(await reads.observation(segment.tipId)) as TreeNode
  return (await nodeAt(reads, tip, 'depth', to)) as TreeNode
}
