import type { OpenRun, TreeNode } from '../../domain/model.ts'
import { abort, type Run } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import {
  type RunResult,
  type NamedRun,
  beginningOf,
  changeRun,
  keepRun,
  openRun,
  runOf,
  type RunDecision,
} from './runs.ts'
import type { Warning } from '../write/warning.ts'
import { leaving, moveHead, type Draft } from '../write/draft/draft.ts'
import { nodesSince } from './runTurns.ts'

/**
 * Gives a run up. The head goes back to where it began when every turn since is that run's; else it stays, and the
 * result warns. Aborting an aborted run changes nothing (design §5).
 */
export function abortRun(scope: Scope, { conversationId, runId, note }: NamedRun): Promise<RunResult> {
  return changeRun(scope, conversationId, async (draft) => {
    const known = await runOf(draft, runId)
    if (known?.state === 'ABORTED') return { run: known, replayed: true, warnings: [] }
    return abortInto(scope, draft, runId, note)
  })
}

/** Aborts an open run in a draft. */
export async function abortInto(scope: Scope, draft: Draft, runId: string, note?: string | null): Promise<RunDecision> {
  const { conversation, head } = draft
  const { run, open } = await openRun(draft, runId)
  const back = await canGoBack(draft, open)
  const to = back ? await beginningOf(draft.reads, run) : head
  const leftTranscript = await leaving(draft, to)
  if (back) await moveHead(draft, to)
  const change = abort(conversation.runs, run)
  keepRun(scope, draft, change, {
    note,
    details: { leftTranscript },
    pathHash: to?.place.pathHash ?? null,
    head: moved(head, to),
  })
  return { run: change.run, replayed: false, warnings: back ? [] : [turnsKept(run)] }
}

/** Whether no turn since the run's beginning is another's, and no other open run began since. */
async function canGoBack(draft: Draft, open: OpenRun): Promise<boolean> {
  const others = draft.conversation.runs.open.filter((one) => one.runId !== open.runId)
  if (others.some((other) => other.startDepth > open.startDepth)) return false
  for await (const nodes of nodesSince(draft, open.startDepth))
    if (nodes.some((node) => node.kind === 'TURN' && node.runId !== open.runId)) return false
  return true
}

function moved(from: TreeNode | null, to: TreeNode | null) {
  return from === to || from?.id === to?.id ? null : { from: from?.id ?? null, to: to?.id ?? null }
}

function turnsKept({ runId, claimedAtHeadId }: Run): Warning {
  return {
    code: 'RUN_TURNS_KEPT',
    message: `The head stays: since run "${runId}" began there are turns that are not of it.`,
    details: { runId, beganAtId: claimedAtHeadId },
  }
}
