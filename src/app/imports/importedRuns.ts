import type { TreeNode } from '../../domain/model.ts'
import { abort, claim, complete, type Run } from '../../domain/run.ts'
import { brokenCycle } from '../../domain/toolCycles.ts'
import type { PlannedNode, PlannedRun } from '../../formats/plan.ts'
import { nodesOf, treeNode } from '../read/paths.ts'
import { endOfRun } from '../runs/runEnds.ts'
import { keepRun } from '../runs/runs.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft.ts'

/**
 * Claims the run of a node that is about to be stored, unless it is claimed; returns its id. A run that an earlier
 * state of the file left unfinished goes on. Beside a host's exclusive run none is claimed.
 */
export async function claimFor(
  scope: Scope,
  draft: Draft,
  parent: TreeNode | null,
  { runId, draft: { observedAt } }: PlannedNode,
): Promise<string | null> {
  if (runId === null) return null
  const { id, runs } = draft.conversation
  const known = await draft.reads.run(id, runId)
  if (known) return runId
  if (runs.open.some(({ exclusive }) => exclusive)) return null
  const head = parent && { id: parent.id, depth: parent.place.depth }
  const of = { conversationId: id, runId, exclusive: false, at: observedAt ?? scope.fresh.now(), head }
  keepRun(scope, draft, claim(runs, of), { details: { exclusive: false } })
  return runId
}

/**
 * Ends a run at its last node: completed, or aborted where the file says so or its tool calls are not all answered.
 * One that was ended so far before is ended anew.
 */
export async function endImportedRun(
  scope: Scope,
  draft: Draft,
  { runId, state }: PlannedRun,
  last: TreeNode,
): Promise<void> {
  const run = await draft.reads.run(draft.conversation.id, runId)
  if (!run || run.pending !== null || isEndedAt(run, last)) return
  const nodes = await nodesOfRun(draft, run, last)
  const turns = nodes.filter((node) => node.kind === 'TURN' && node.runId === runId && node.role !== 'SYSTEM')
  const { runs } = draft.conversation
  if (state === 'ABORTED' || brokenCycle(turns) !== null) {
    if (run.state === 'CLAIMED') keepRun(scope, draft, abort(runs, run))
    return
  }
  const end = await endOfRun({ ...draft, head: last }, run, nodes)
  const change = complete(runs, run, last.observedAt, end)
  const kept = run.completionSeq === null ? change : renewed(change.run, run, runs)
  const told = { pathHash: last.place.pathHash, details: { completionSeq: kept.run.completionSeq } }
  keepRun(scope, draft, kept, told)
}

/** A run that was completed before keeps its place in the order of completion. */
function renewed(completed: Run, { completionSeq }: Run, runs: Draft['conversation']['runs']) {
  return { run: { ...completed, completionSeq }, runs }
}

function isEndedAt({ state, end }: Run, { place }: TreeNode): boolean {
  return state === 'COMPLETED' && end !== null && end.depth >= place.depth
}

/** The nodes of the path to a run's last one, from the one on which it was claimed. */
async function nodesOfRun(draft: Draft, run: Run, last: TreeNode): Promise<TreeNode[]> {
  const began = run.claimedAtHeadId === null ? null : treeNode(await draft.reads.observation(run.claimedAtHeadId))
  return nodesOf(draft.reads, last, 'depth', Math.max(0, began?.place.depth ?? 0), last.place.depth)
}
