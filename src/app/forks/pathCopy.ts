import type { Marker, Span, TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { omissionsOf } from '../../domain/records/runEnds.ts'
import type { Run, RunEnd } from '../../domain/records/run.ts'
import { noPairs, orphanResults } from '../../domain/context/toolPairs.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import { copyObservation } from '../write/draft/copyObservation.ts'
import { addNode, moveHead, type Draft } from '../write/draft/draft.ts'
import { isOnPath, nodeAt, nodesOf, asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import { beginningOf } from '../runs/runs.ts'
import { wholeList } from '../read/walkList.ts'

/** What a fork at a run takes of the path to the run's end: shared up to where it first leaves a turn out. */
export interface ForkSelection {
  readonly run: Run
  /** The last node that is shared; null: none. */
  readonly shared: TreeNode | null
  /** The nodes below that are to be copied, and those that are left out. */
  readonly nodes: readonly TreeNode[]
  readonly omitted: readonly TreeNode[]
  /** By run id, those of them that are kept. */
  readonly runs: ReadonlyMap<string, Run>
}

/** Returns what a fork at a completed run takes: a plain prefix of the path, or that and what is to be copied. */
export async function selectionAt(reads: Reads, run: Run, end: RunEnd): Promise<ForkSelection> {
  const node = end.observationId === null ? null : asTreeNode(await reads.observation(end.observationId))
  const plain = { run, shared: node, nodes: [], omitted: [], runs: new Map<string, Run>() }
  if (node === null || end.leftOut === null) return plain
  const [shared, nodes] = await Promise.all([
    nodeAt(reads, node, 'depth', end.leftOut - 1),
    nodesOf(reads, node, 'depth', end.leftOut, end.depth),
  ])
  const runs = await completedBy(reads, run, nodes)
  const isKept = ({ runId, conversationId }: TreeNode) =>
    runId === null || conversationId !== run.conversationId || runs.has(runId)
  return { run, shared, nodes: nodes.filter(isKept), omitted: nodes.filter((one) => !isKept(one)), runs }
}

/** The runs of nodes, by id, that were completed no later than a run. */
async function completedBy(reads: Reads, run: Run, nodes: readonly TreeNode[]): Promise<Map<string, Run>> {
  const ids = [...new Set(nodes.flatMap(({ runId }) => runId ?? []))]
  const runs = await Promise.all(ids.map((id) => reads.run(run.conversationId, id)))
  return new Map(runs.flatMap((one) => (one && isBy(one, run) ? [[one.runId, one] as const] : [])))
}
const isBy = ({ completionSeq }: Run, run: Run) => completionSeq !== null && completionSeq <= (run.completionSeq ?? 0)

/** Adds the copies to the draft of the fork, with the runs that they are of. Refuses to part a tool call from its result. */
export async function copyInto(scope: Scope, draft: Draft, selection: ForkSelection): Promise<void> {
  const copies = new Map<string, TreeNode>()
  const runs = await endingBelow(draft.reads, selection)
  let parent = selection.shared
  for (const node of selection.nodes) {
    await checkPairs(draft, node, parent)
    const copy = copyObservation(scope, node, draft.conversation.id)
    const runId = runIdOf(node, selection.run, runs)
    parent = await addNode(scope, draft, parent, { ...copy, runId, marker: moved(node.marker, selection, copies) })
    copies.set(node.id, parent)
  }
  if (parent) checkOpen(draft, parent, selection)
  await moveHead(draft, parent)
  for (const run of await copiedRuns(draft, selection, runs, copies)) draft.changes.putRun(run)
  const first = selection.nodes[0] && copies.get(selection.nodes[0].id)
  if (first)
    draft.conversation = { ...draft.conversation, runs: { ...draft.conversation.runs, since: first.place.depth } }
}

/** A copy is of its run where the fork carries that; else it counts as of none, as what is inherited does. */
function runIdOf(
  { runId, conversationId }: TreeNode,
  { conversationId: source }: Run,
  runs: readonly Run[],
): string | null {
  return conversationId === source && runs.some((run) => run.runId === runId) ? runId : null
}

/** A result whose call is left out is no result any more. */
async function checkPairs({ conversation, reads }: Draft, node: TreeNode, parent: TreeNode | null): Promise<void> {
  const orphans = orphanResults(parent?.place ?? noPairs, node.blocks)
  if (orphans.length === 0) return
  const above = node.place.parentId === null ? null : asTreeNode(await reads.observation(node.place.parentId))
  const before = orphanResults(above?.place ?? noPairs, node.blocks)
  if (before.length < orphans.length) throw broken(conversation.id, node.id, orphans)
}

/** A call whose result is left out would stay open. */
function checkOpen({ conversation }: Draft, last: TreeNode, { run }: ForkSelection): void {
  const calls = last.place.openCalls.map((call) => call.callId)
  if (calls.length > 0) throw broken(conversation.id, run.end?.observationId ?? null, calls)
}

function broken(conversationId: string, observationId: string | null, callIds: readonly string[]): Refusal {
  return new Refusal(
    'TOOL_PAIR_BROKEN',
    { conversationId, observationId, callIds },
    `The fork would part tool calls from their results: ${callIds.join(', ')}.`,
  )
}

/** A marker names its span by depth, and depths differ in the copy. */
function moved(
  marker: Marker | null,
  { nodes, shared }: ForkSelection,
  copies: ReadonlyMap<string, TreeNode>,
): Marker | null {
  if (marker === null) return null
  const depths = nodes.map((node) => ({ from: node.place.depth, to: copies.get(node.id)?.place.depth ?? 0 }))
  const low = (shared?.place.depth ?? -1) + 1
  const place = ({ from, to }: Span): Span => ({
    from: from < low ? from : (depths.find((one) => one.from >= from)?.to ?? from),
    to: to < low ? to : (depths.findLast((one) => one.from <= to)?.to ?? low - 1),
  })
  const cancels = marker.cancels === null ? null : (copies.get(marker.cancels)?.id ?? marker.cancels)
  return { ...marker, cancels, span: marker.span && place(marker.span), keep: marker.keep.map(place) }
}

/** The runs that end within the copied stretch, as the fork knows them: with ends and beginnings among its copies. */
async function copiedRuns(
  { conversation, reads }: Draft,
  selection: ForkSelection,
  runs: readonly Run[],
  copies: ReadonlyMap<string, TreeNode>,
): Promise<Run[]> {
  const { run } = selection
  const seqOf = new Map(runs.map((one) => [one.runId, one.completionSeq]))
  const copied = selection.nodes.flatMap(({ id, runId, conversationId }) => {
    const depth = copies.get(id)?.place.depth
    const seq = conversationId === run.conversationId && runId !== null ? (seqOf.get(runId) ?? null) : null
    return depth === undefined ? [] : [{ depth, seq }]
  })
  const inCopy = (node: TreeNode | null) => nearestCopy(node, selection, copies)
  const moved = await Promise.all(
    runs.map(async (one) => ({
      one,
      seq: one.completionSeq ?? 0,
      began: inCopy(await beginningOf(reads, one)),
      end: inCopy(await endOf(reads, one)),
    })),
  )
  const leftOut = omissionsOf(
    copied,
    moved.map(({ seq, end }) => ({ seq, depth: end?.place.depth ?? -1 })),
  )
  return moved.map(({ one, seq, began, end }) => ({
    ...one,
    conversationId: conversation.id,
    claimedAtHeadId: began?.id ?? null,
    end: { observationId: end?.id ?? null, depth: end?.place.depth ?? -1, leftOut: leftOut.get(seq) ?? null },
  }))
}

/** A node's place in the fork: shared, copied, or, where it is left out, the last one above it. */
function nearestCopy(
  node: TreeNode | null,
  { shared, nodes }: ForkSelection,
  copies: ReadonlyMap<string, TreeNode>,
): TreeNode | null {
  if (node === null || node.place.depth <= (shared?.place.depth ?? -1)) return node
  const last = nodes.findLast((one) => one.place.depth <= node.place.depth)
  return (last && copies.get(last.id)) ?? shared
}

const pageLength = 100

/** The runs completed no later than a run of which the ends lie on its path, below a node. What a rewind has left is another branch's. */
async function endingBelow(reads: Reads, { run, shared }: ForkSelection): Promise<Run[]> {
  const last = await endOf(reads, run)
  const runs = await wholeList(reads, 'runsOfConversation', run.conversationId, pageLength)
  const below = runs.filter((one) => isBy(one, run) && (one.end?.depth ?? -1) > (shared?.place.depth ?? -1))
  const isThere = await Promise.all(
    below.map(async (one) => {
      const end = await endOf(reads, one)
      return end !== null && isOnPath(reads, end, last)
    }),
  )
  return below.filter((_, at) => isThere[at])
}

async function endOf(reads: Reads, { end }: Run): Promise<TreeNode | null> {
  return end?.observationId == null ? null : asTreeNode(await reads.observation(end.observationId))
}

/** Returns the warning that a fork's context is not the one that its source's runs saw. */
export function contextDiffers({ omitted, run }: ForkSelection): Warning {
  const runIds = [...new Set(omitted.flatMap(({ runId }) => runId ?? []))]
  return {
    code: 'CONTEXT_DIFFERS',
    message: `The context differs from what run "${run.runId}" saw: ${omitted.length} turns of runs not completed by then are left out.`,
    details: { leftOut: omitted.length, runIds },
  }
}
