import type { TreeNode } from '../../domain/model.ts'
import { emptyEnd, endAfter, type Counted } from '../../domain/records/runEnds.ts'
import type { Run, RunEnd } from '../../domain/records/run.ts'
import type { Draft } from '../write/draft/draft.ts'
import { isOnPath, nodeAt, nodesOf, asTreeNode } from '../read/paths.ts'
import { beginningOf } from './runs.ts'

/**
 * Returns how far a fork goes at a run that is completed now: to the last turn on the head's path of this run or one
 * completed before it. Known once and for all, since the past never changes; what an earlier completion on the path
 * has found is built on, so that a run costs its own length.
 * `latest` are the nodes of the head's path from the one on which the run was claimed.
 */
export async function endOfRun(draft: Draft, run: Run, latest: readonly TreeNode[]): Promise<RunEnd> {
  const { above, nodes } = await since(draft, run, latest)
  const counted = await Promise.all(nodes.map((node) => count(draft, run, node)))
  const isEmpty = nodes.every((node) => node.runId !== run.runId)
  const began = isEmpty ? await beginningOf(draft.reads, run) : null
  return endAfter(await renewed(draft, run, above), began ? withBeginning(counted, began.place.depth) : counted)
}

/** A run without a turn ends where it began, at the last node there that is not another's. */
function withBeginning(nodes: readonly Counted[], depth: number): Counted[] {
  const last = nodes.findLast((node) => node.depth <= depth && node.as !== 'OTHER')
  return nodes.map((node) => (node === last ? { ...node, as: 'RUN' } : node))
}

/** The nodes after the nearest earlier completion on the path, and what that one has found of the path above. */
async function since(
  draft: Draft,
  run: Run,
  latest: readonly TreeNode[],
): Promise<{ above: RunEnd; nodes: readonly TreeNode[] }> {
  let nodes = latest
  for (let page = latest; page.length > 0; nodes = [...page, ...nodes]) {
    const above = await nearestEnd(draft, run, page)
    if (above) return { above, nodes: nodes.filter((node) => node.place.depth > above.depth) }
    page = await pageAbove(draft, nodes[0]?.place.depth ?? 0)
  }
  return { above: emptyEnd, nodes }
}

const pageLength = 200

/** The nodes of the head's path above a depth, not farther up than where a run can have begun. */
async function pageAbove({ conversation, head, reads }: Draft, depth: number): Promise<TreeNode[]> {
  // The node above the first of any run is of none.
  const floor = Math.max(0, (conversation.runs.since ?? 0) - 1, depth - pageLength)
  return head === null || floor >= depth ? [] : nodesOf(reads, head, 'depth', floor, depth - 1)
}

async function nearestEnd(draft: Draft, run: Run, nodes: readonly TreeNode[]): Promise<RunEnd | null> {
  for (const { runId, conversationId } of nodes.toReversed()) {
    if (runId === null || runId === run.runId || conversationId !== draft.conversation.id) continue
    const end = (await draft.reads.run(conversationId, runId))?.end
    const node = end?.observationId == null ? null : asTreeNode(await draft.reads.observation(end.observationId))
    if (end && node && (await isOnPath(draft.reads, node, draft.head))) return end
  }
  return null
}

/** What an earlier completion left out may be of a run that is completed by now. */
async function renewed(draft: Draft, run: Run, above: RunEnd): Promise<RunEnd> {
  const { head, reads } = draft
  if (above.leftOut === null || head === null) return above
  const first = await nodeAt(reads, head, 'depth', above.leftOut)
  if (first && (await count(draft, run, first)).as === 'OTHER') return above
  const nodes = await nodesOf(reads, head, 'depth', above.leftOut, above.depth)
  const counted = await Promise.all(nodes.map((node) => count(draft, run, node)))
  return endAfter({ ...above, leftOut: null }, counted)
}

const placed = ({ id, place }: TreeNode) => ({ id, depth: place.depth })

/** Turns inherited by a fork count as of no run: the fork took them as they are. */
async function count({ conversation, reads }: Draft, run: Run, node: TreeNode): Promise<Counted> {
  const { runId, conversationId } = node
  if (runId === null || conversationId !== conversation.id) return { ...placed(node), as: 'NONE' }
  const state = runId === run.runId ? 'COMPLETED' : (await reads.run(conversationId, runId))?.state
  return { ...placed(node), as: state === 'COMPLETED' ? 'RUN' : 'OTHER' }
}
