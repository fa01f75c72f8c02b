import { isJoin, isMarker } from '../../domain/context/bends.ts'
import { isBoundary, type ForkBoundary, type PathBoundary } from '../../domain/tree/forkPoint.ts'
import type { Json, TreeNode } from '../../domain/model.ts'
import { badInput, Refusal, type Point } from '../../domain/refusals.ts'
import type { Run } from '../../domain/records/run.ts'
import { type PointRef, resolve, type View } from '../read/view.ts'
import { isOnPath, nodeAt, nodesOf, rangesOf, asTreeNode } from '../read/paths.ts'
import { beginningOf, runOf } from '../runs/runs.ts'

/** A point to go back to or fork at: after a node, or before everything (null). */
export interface ForkPosition {
  readonly node: TreeNode | null
  /** The completed run that was named as the point. */
  readonly run?: Run
  /** Whether it lies where a run began that was named. */
  readonly beginsRun?: boolean
}

/**
 * Returns the cut that `at` (inclusive) or `before` (exclusive) names; null when neither is given. Both are refused.
 * `field` is what the command calls the inclusive one.
 */
export async function cutOf(
  view: View,
  at: PointRef | null | undefined,
  before: PointRef | null | undefined,
  field = 'at',
): Promise<ForkPosition | null> {
  if (at != null && before != null) throw badInput(`Give "${field}" or "before", not both.`, {}, ['before'])
  if (at != null) return 'runId' in at ? endCut(view, at.runId, field) : { node: await placeNode(view, at, field) }
  if (before == null) return null
  if ('runId' in before) return beginningCut(view, before.runId)
  const { parentId } = (await pointNode(view, before, 'before')).place
  return { node: parentId === null ? null : asTreeNode(await view.reads.observation(parentId)) }
}

/** A run that is named as the last point must be completed. */
async function endCut(view: View, runId: string, field: string): Promise<ForkPosition> {
  const run = await runOf(view, runId)
  if (run === null) throw unknownPoint(view.conversation.id, { runId }, field)
  const { conversationId, state, end } = run
  if (end === null)
    throw new Refusal(
      'RUN_NOT_COMPLETED',
      { conversationId, runId, state },
      `Run "${runId}" of "${conversationId}" is ${state}, not completed.`,
      [field],
    )
  return { node: end.observationId === null ? null : asTreeNode(await view.reads.observation(end.observationId)), run }
}

/** What comes before a run is cut off where it began, completed or not. */
async function beginningCut(view: View, runId: string): Promise<ForkPosition> {
  const run = await runOf(view, runId)
  if (run === null) throw unknownPoint(view.conversation.id, { runId }, 'before')
  return { node: await beginningOf(view.reads, run), beginsRun: true }
}

/** Returns the node of a point, null for the empty path; refuses any other place (FORK_POINT_UNKNOWN). */
export async function placeNode(view: View, point: PointRef, field: string): Promise<TreeNode | null> {
  return 'start' in point && point.start ? null : pointNode(view, point, field)
}

/** Returns the node that a point names in a conversation or its inherited past; refuses any other (FORK_POINT_UNKNOWN). */
export async function pointNode(view: View, point: PointRef, field: string): Promise<TreeNode> {
  if ('observationId' in point) await view.reads.prefetch.tail({ headId: point.observationId, axis: 'depth', last: 1 })
  if ('start' in point) throw unknownPoint(view.conversation.id, point, field)
  const node =
    'runId' in point
      ? (await endCut(view, point.runId, field)).node
      : 'turn' in point
        ? await turnNode(view, point.turn)
        : await resolve(view, point)
  if (node) return node
  throw unknownPoint(view.conversation.id, point, field)
}

/** Returns the refusal of a point that is not in this conversation nor in what it inherited. */
export function unknownPoint(conversationId: string, point: PointRef, field: string): Refusal {
  const facts = { conversationId, point: { ...point } as Json }
  return new Refusal('FORK_POINT_UNKNOWN', facts, `The path of "${conversationId}" has no ${pointText(point)}.`, [
    field,
  ])
}

function pointText(point: PointRef): string {
  if ('turn' in point) return `turn ${point.turn}`
  if ('start' in point) return 'turn at its start'
  if ('runId' in point) return `run "${point.runId}"`
  return 'messageId' in point ? `message "${point.messageId}"` : `observation "${point.observationId}"`
}

async function turnNode({ head, reads }: View, turn: number): Promise<TreeNode | null> {
  if (head === null) return null
  await reads.prefetch.shown(await rangesOf(reads, head, 'turn', Math.max(1, turn), turn))
  return nodeAt(reads, head, 'turn', turn)
}

/** Refuses a cut that is no legal point of the boundary, naming the nearest ones that are. */
export async function checkBoundary(view: View, cut: ForkPosition, boundary: PathBoundary): Promise<void> {
  const node = await lastTurnOf(view, cut.node, boundary)
  if (isBoundary(boundary, node, await nextTurn(view, cut.node, boundary))) return
  throw await noPathBoundary(view, cut, boundary)
}

/** Returns the refusal to cut a conversation at a point, with the nearest legal ones of its path. */
export async function noPathBoundary(view: View, cut: ForkPosition, boundary: PathBoundary): Promise<Refusal> {
  const [before, after] = await Promise.all([
    nearestBefore(view, cut.node, boundary),
    nearestAfter(view, cut.node, boundary),
  ])
  return noBoundary(view, cut, boundary, { before: pointTo(before), after: pointTo(after) })
}

/** A marker or a join is no turn: behind it an answer ends as it did before it. */
async function lastTurnOf({ reads }: View, node: TreeNode | null, boundary: PathBoundary): Promise<TreeNode | null> {
  if (boundary !== 'ANSWER' || node === null || !(isMarker(node) || isJoin(node))) return node
  return nodeAt(reads, node, 'entry', node.place.entries)
}

/** Returns the refusal to cut a conversation at a point; `nearest` are the next ones where it may be cut. */
export function noBoundary(
  view: View,
  cut: ForkPosition,
  boundary: ForkBoundary,
  nearest: { readonly before: Point | null; readonly after: Point | null },
): Refusal {
  const openCalls = cut.node?.place.openCalls.map((call) => call.callId) ?? []
  const facts = { conversationId: view.conversation.id, boundary, openCalls, ...nearest }
  const ends = boundary === 'RUN' ? 'it does not end a completed run' : 'it does not end an answer'
  const why = openCalls.length > 0 ? `it leaves tool calls open: ${openCalls.join(', ')}` : ends
  return new Refusal('FORK_POINT_NOT_BOUNDARY', facts, `The conversation cannot be cut there, for ${why}.`)
}

const pointTo = (node: TreeNode | null): Point | null => node && { observationId: node.id }

/** Returns the end of the path on which a node's neighbours are read: the head where the node is on its path, else the tip of its segment. */
export async function pathThrough(view: View, node: TreeNode): Promise<TreeNode> {
  if (view.head && (await isOnPath(view.reads, node, view.head))) return view.head
  const { tipId } = await view.reads.segmentNow(node.place.segmentId)
  return asTreeNode(await view.reads.observation(tipId)) ?? node
}

/** The turn that follows a node; only ANSWER asks for it. */
async function nextTurn(view: View, node: TreeNode | null, boundary: PathBoundary): Promise<TreeNode | null> {
  if (node === null || boundary !== 'ANSWER') return null
  const tip = await pathThrough(view, node)
  return nodeAt(view.reads, tip, 'turn', node.place.turns + 1)
}

const stride = 64

/** The nearest legal point above: an open call is left behind in one step, by the depth that it was made at. */
async function nearestBefore(view: View, node: TreeNode | null, boundary: PathBoundary): Promise<TreeNode | null> {
  let top = node === null ? -1 : firstOpen(node) - 1
  while (top >= 0 && node) {
    const nodes = await nodesOf(view.reads, node, 'depth', Math.max(0, top - stride), top)
    const match = nodes.findLast((candidate, i) => isBoundary(boundary, candidate, turnAfter(nodes, i) ?? node))
    if (match) return match
    top = Math.min(top - nodes.length, ...nodes.slice(0, 1).map((first) => firstOpen(first) - 1))
  }
  return null
}

function firstOpen({ place }: TreeNode): number {
  return Math.min(place.depth, ...place.openCalls.map((call) => call.depth))
}

/** The nearest legal point below on that path, null when a call stays open to its end. */
async function nearestAfter(view: View, node: TreeNode | null, boundary: PathBoundary): Promise<TreeNode | null> {
  const tip = node === null ? view.head : await pathThrough(view, node)
  if (!tip) return null
  const never = (call: { callId: string; depth: number }) =>
    tip.place.openCalls.some((open) => open.callId === call.callId && open.depth === call.depth)
  if (node?.place.openCalls.some(never)) return null
  for (let from = (node?.place.depth ?? -1) + 1; from <= tip.place.depth; from += stride) {
    const nodes = await nodesOf(view.reads, tip, 'depth', from, from + stride)
    const match = nodes.slice(0, stride).find((candidate, i) => isBoundary(boundary, candidate, turnAfter(nodes, i)))
    if (match) return match
  }
  return null
}

function turnAfter(nodes: readonly TreeNode[], i: number): TreeNode | null {
  return nodes.slice(i + 1).find((node) => node.place.turn !== null) ?? null
}
