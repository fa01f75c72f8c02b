/** What a file has in a conversation, and another conversation holds where this one's path does not lead. */
import type { TreeNode } from '../../../domain/model.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { forkPoint, isOnPath, asTreeNode } from '../../read/paths.ts'
import type { Draft } from '../../write/draft/draft.ts'
import { hasOwnNodes, type Opening } from '../job/openImport.ts'

/**
 * Says whether an entry is another conversation's node that its own one does not inherit, and can no longer: it has nodes of its
 * own, so that its fork point stays. What lines say that an earlier import has read was decided then.
 */
export async function isOffPath(
  { drafts, laneStates, scope, run }: Opening,
  node: PlannedNode,
  held: TreeNode,
): Promise<boolean> {
  const { conversationId: id, exact, raw } = node
  if (held.conversationId === id) return false
  if (raw.line <= (run.sources.get(raw.conversationId)?.held ?? 0)) return false
  const conversation = drafts.get(id)?.conversation ?? laneStates.get(id)?.frontier?.conversation
  if (!conversation) return false
  const { reads } = scope
  if (!(await hasOwnNodes({ conversation, reads }))) return false
  const point = await forkPoint({ reads, conversation })
  // Where ids are of one entry wherever it stands, what came as a root may still turn out to go on from another conversation.
  return (exact || point !== null) && !(await isOnPath(reads, held, point))
}

/** Returns what of a node's path a conversation lacks, and the node that it has above that; null for none. */
export async function pathToCopy(
  draft: Draft,
  node: TreeNode,
): Promise<{ readonly from: TreeNode | null; readonly path: readonly TreeNode[] }> {
  const { reads, conversation } = draft
  const point = await forkPoint(draft)
  const path: TreeNode[] = []
  let at: TreeNode | null = await wholeNode(draft, node.id)
  while (at !== null && at.conversationId !== conversation.id && !(await isOnPath(reads, at, point))) {
    path.push(at)
    at = at.place.parentId === null ? null : await wholeNode(draft, at.place.parentId)
  }
  return { from: at, path: path.reverse() }
}

/** What is remembered of a node has no content. */
async function wholeNode({ reads }: Draft, id: string): Promise<TreeNode | null> {
  return asTreeNode(await reads.observation(id))
}
