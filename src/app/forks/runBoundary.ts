import type { ForkBoundary } from '../../domain/tree/forkPoint.ts'
import type { TreeNode } from '../../domain/model.ts'
import type { Point } from '../../domain/refusals.ts'
import type { Run } from '../../domain/records/run.ts'
import { nodesOf } from '../read/paths.ts'
import { checkBoundary, noBoundary, pathThrough, type ForkPosition } from './forkPoint.ts'
import type { View } from '../read/view.ts'
import { runOf } from '../runs/runs.ts'

/**
 * Returns the completed run at whose end a fork is made, null where the boundary is not RUN; refuses a cut that is no
 * legal point, naming the nearest ones. The empty past is legal always; where a named run began may be forked as at
 * MESSAGE.
 */
export async function checkForkPoint(view: View, cut: ForkPosition, boundary: ForkBoundary): Promise<Run | null> {
  if (boundary !== 'RUN' || cut.beginsRun === true) {
    await checkBoundary(view, cut, boundary === 'RUN' ? 'MESSAGE' : boundary)
    return null
  }
  if (cut.node === null && cut.run === undefined) return null
  const run = cut.run ?? (cut.node && (await runEndingAt(view, cut.node)))
  const leavesOpen = run?.end?.leftOut === null && (cut.node?.place.openCalls.length ?? 0) > 0
  if (run && !leavesOpen) return run
  const [before, after] = await Promise.all([nearestBefore(view, cut.node), nearestAfter(view, cut.node)])
  throw noBoundary(view, cut, boundary, { before, after })
}

async function runEndingAt(view: View, node: TreeNode): Promise<Run | null> {
  const run = node.runId === null ? null : await runOf(view, node.runId)
  return run?.end?.observationId === node.id ? run : null
}

const stride = 64

async function nearestBefore(view: View, node: TreeNode | null): Promise<Point | null> {
  if (node === null || view.conversation.runs.completed === 0) return null
  for (let top = node.place.depth - 1; top >= 0; top -= stride) {
    const nodes = await nodesOf(view.reads, node, 'depth', Math.max(0, top - stride + 1), top)
    const point = await firstEnd(view, nodes.toReversed())
    if (point) return point
  }
  return null
}

async function nearestAfter(view: View, node: TreeNode | null): Promise<Point | null> {
  const tip = node === null ? view.head : await pathThrough(view, node)
  if (tip === null || view.conversation.runs.completed === 0) return null
  for (let from = (node?.place.depth ?? -1) + 1; from <= tip.place.depth; from += stride) {
    const point = await firstEnd(view, await nodesOf(view.reads, tip, 'depth', from, from + stride - 1))
    if (point) return point
  }
  return null
}

async function firstEnd(view: View, nodes: readonly TreeNode[]): Promise<Point | null> {
  const runs = await Promise.all(nodes.map((node) => runEndingAt(view, node)))
  const run = runs.find((one) => one !== null)
  return run ? { runId: run.runId } : null
}
