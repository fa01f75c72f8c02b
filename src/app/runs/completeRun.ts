import type { TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { checkAnswered, complete } from '../../domain/records/run.ts'
import { brokenCycle } from '../../domain/context/toolCycles.ts'
import type { Scope } from '../scope.ts'
import { type RunResult, type NamedRun, changeRun, keepRun, openRun, runOf } from './runs.ts'
import type { Draft } from '../write/draft/draft.ts'
import { endOfRun } from './runEnds.ts'
import { nodesSince } from './runTurns.ts'

/**
 * Completes a run: the next of its conversation in the order of completion. Refuses one that waits for an answer or
 * whose turns break the tool-cycle rule; completing it again changes nothing (design §5).
 */
export function completeRun(scope: Scope, { conversationId, runId, note }: NamedRun): Promise<RunResult> {
  return changeRun(scope, conversationId, async (draft) => {
    const [known, nodes] = await Promise.all([runOf(draft, runId), nodesOfRun(draft, runId)])
    if (known?.state === 'COMPLETED') return { run: known, replayed: true, warnings: [] }
    const { run } = await openRun(draft, runId)
    checkAnswered(run)
    checkCycles(conversationId, runId, nodes)
    const { runs } = draft.conversation
    const change = complete(runs, run, scope.fresh.now(), await endOfRun(draft, run, nodes))
    const pathHash = draft.head?.place.pathHash ?? null
    keepRun(scope, draft, change, { note, pathHash, details: { completionSeq: change.run.completionSeq } })
    return { run: change.run, replayed: false, warnings: [] }
  })
}

/** The nodes from the one on which an open run was claimed. */
async function nodesOfRun(draft: Draft, runId: string): Promise<TreeNode[]> {
  const nodes: TreeNode[] = []
  const open = draft.conversation.runs.open.find((one) => one.runId === runId)
  if (open) for await (const page of nodesSince(draft, Math.max(0, open.startDepth - 1))) nodes.push(...page)
  return nodes
}

/** Refuses to complete a run whose turns break the tool-cycle rule. */
export function checkCycles(conversationId: string, runId: string, nodes: readonly TreeNode[]): void {
  const turns = nodes.filter((node) => node.kind === 'TURN' && node.runId === runId && node.role !== 'SYSTEM')
  const broken = brokenCycle(turns)
  if (broken)
    throw new Refusal(
      'TOOL_PAIR_BROKEN',
      { conversationId, runId, ...broken },
      `Run "${runId}" cannot be completed: at or after ${broken.observationId} a tool call lacks its result, or a result its call.`,
      ['runId'],
    )
}
