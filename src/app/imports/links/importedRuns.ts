import type { Block, TreeNode } from '../../../domain/model.ts'
import { abort, claim, complete, type Run } from '../../../domain/records/run.ts'
import { brokenCycle } from '../../../domain/context/toolCycles.ts'
import type { PlannedNode, PlannedRun } from '../../../formats/plan.ts'
import { nodesOf, asTreeNode } from '../../read/paths.ts'
import { openDraft, type Opening } from '../job/openImport.ts'
import { endOfRun } from '../../runs/runEnds.ts'
import { beginningOf, keepRun } from '../../runs/runs.ts'
import type { Scope } from '../../scope.ts'
import type { Draft } from '../../write/draft/draft.ts'

/**
 * Claims the run of a node that is about to be stored, unless it is claimed; returns its id. A run that an earlier
 * state of the file left unfinished goes on. Beside a host's exclusive run none is claimed, nor for what is no turn.
 */
export async function claimFor(
  scope: Scope,
  draft: Draft,
  parent: TreeNode | null,
  { runId, draft: { kind, observedAt } }: PlannedNode,
): Promise<string | null> {
  if (runId === null) return null
  const { id, runs } = draft.conversation
  const known = runs.open.some((one) => one.runId === runId) || (await draft.reads.run(id, runId)) !== null
  if (known) return runId
  if (kind !== 'TURN' || runs.open.some(({ exclusive }) => exclusive)) return null
  const head = parent && { id: parent.id, depth: parent.place.depth }
  const of = { conversationId: id, runId, exclusive: false, at: observedAt ?? scope.fresh.now(), head }
  keepRun(scope, draft, claim(runs, of), { details: { exclusive: false } })
  return runId
}

/**
 * Ends a run of a file at `last`. Where nothing was added to its conversation, only one that a broken-off import left
 * open; one that goes on though its last node is stored as none of it is aborted.
 */
export async function endRun(opening: Opening, run: PlannedRun, last: TreeNode | null): Promise<void> {
  const { runId } = run
  // A run that was copied is one of the conversation that it was copied from.
  const conversationId = last?.runId === runId ? last.conversationId : run.conversationId
  const isOfRun = last?.conversationId === conversationId && last.runId === runId
  const open = opening.drafts.get(conversationId)
  const reads = open?.reads ?? opening.scope.reads
  if (!(isOfRun && open) && (await reads.run(conversationId, runId))?.state !== 'CLAIMED') return
  const draft = await openDraft(opening, conversationId, { source: null, sidechainOf: null, cwd: null })
  if (isOfRun) await endImportedRun(opening.scope, draft, run, last)
  else await closeRun(opening.scope, draft, runId)
}

async function closeRun(scope: Scope, draft: Draft, runId: string): Promise<void> {
  const run = await draft.reads.run(draft.conversation.id, runId)
  if (run?.state === 'CLAIMED') keepRun(scope, draft, abort(draft.conversation.runs, run))
}

/**
 * Ends a run at its last node: completed, or aborted where the file says so or its tool calls are not all answered.
 * One that was ended so far before is ended again.
 */
async function endImportedRun(scope: Scope, draft: Draft, { runId, state }: PlannedRun, last: TreeNode): Promise<void> {
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
  const runChange = run.completionSeq === null ? change : renewed(change.run, run, runs)
  const details = { pathHash: last.place.pathHash, details: { completionSeq: runChange.run.completionSeq } }
  keepRun(scope, draft, runChange, details)
}

/** A run that was completed before keeps its place in the order of completion. */
function renewed(completed: Run, { completionSeq }: Run, runs: Draft['conversation']['runs']) {
  return { run: { ...completed, completionSeq }, runs }
}

function isEndedAt({ state, end }: Run, { place }: TreeNode): boolean {
  return state === 'COMPLETED' && end !== null && end.depth >= place.depth
}

const pageLength = 500

/**
 * The nodes of the path to a run's last one, from the one on which it was claimed, without what they say: a run may be
 * as long as its file. Those that are not stored yet are found from node to node.
 */
async function nodesOfRun(draft: Draft, run: Run, last: TreeNode): Promise<TreeNode[]> {
  const began = await beginningOf(draft.reads, run)
  const first = Math.max(0, began?.place.depth ?? 0)
  const nodes: TreeNode[] = []
  for (
    let node = drafted(draft, last.id);
    node && node.place.depth >= first;
    node = drafted(draft, node.place.parentId)
  )
    nodes.push(slim(node))
  nodes.reverse()
  for (let to = (nodes[0]?.place.depth ?? last.place.depth + 1) - 1; to >= first; to -= pageLength) {
    const page = await nodesOf(draft.reads, last, 'depth', Math.max(first, to - pageLength + 1), to)
    nodes.unshift(...page.map(slim))
  }
  return nodes
}

const drafted = (draft: Draft, id: string | null): TreeNode | null =>
  id === null ? null : asTreeNode(draft.changes.observations.get(id) ?? null)

function slim(node: TreeNode): TreeNode {
  return { ...node, blocks: node.blocks.flatMap(callOrResult), fields: {}, metadata: {} }
}

function callOrResult(block: Block): Block[] {
  if (block.type === 'toolCall') return [{ type: 'toolCall', callId: block.callId, name: block.name, input: null }]
  return block.type === 'toolResult' ? [{ ...block, content: [] }] : []
}
