import type { TreeNode } from '../../../domain/model.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import type { Draft } from '../../write/draft/draft.ts'
import { asTreeNode } from '../../read/paths.ts'

const page = 50

/**
 * Returns where a node goes whose parent the store has held for longer: after the asides that follow the parent, and
 * beside the way that was gone from there, if one was. An aside goes to the end; never behind what a host stored.
 */
export async function branchEnd(draft: Draft, parent: TreeNode, node: PlannedNode): Promise<TreeNode> {
  const segment = await draft.reads.segmentNow(parent.place.segmentId)
  if (segment.tipDepth === parent.place.depth) return parent
  if (node.aside) {
    const tip = asTreeNode(await draft.reads.observation(segment.tipId))
    return tip !== null && tip.externalId !== null ? tip : parent
  }
  let end = parent
  for (let from = parent.place.depth + 1; from <= segment.tipDepth; from += page) {
    const next = await draft.reads.range({ segmentId: segment.id, axis: 'depth', from, to: from + page - 1 })
    for (const observation of next) {
      if (observation.externalId === null || !isAside(observation, end)) return end
      end = observation as TreeNode
    }
  }
  return end
}

function isAside(node: { kind: string; role: string | null; usage: TreeNode['usage'] }, before: TreeNode): boolean {
  if (node.kind === 'NOTE' || node.role === 'TOOL') return true
  const answer = node.usage?.answerId ?? null
  return node.role === 'ASSISTANT' && answer !== null && before.usage?.answerId === answer
}
