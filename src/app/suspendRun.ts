import { canonicalJson } from '../domain/pathHash.ts'
import { suspend } from '../domain/runs.ts'
import type { Act, RunResult } from './act.ts'
import { checkId } from './checks.ts'
import type { SuspendRun } from './inputs.ts'
import { changeRun, keepRun, openRun } from './runs.ts'

/** Lets a run wait for an answer, over restarts too. Asking the pending question again changes nothing. */
export async function suspendRun(act: Act, input: SuspendRun): Promise<RunResult> {
  const { conversationId, runId, request } = input
  const questionId = input.questionId == null ? act.fresh.id() : checkId(input.questionId, 'questionId')
  return changeRun(act, conversationId, async (draft) => {
    const { run } = await openRun(draft, runId)
    const same = run.pending?.questionId === questionId && canonicalJson(run.pending.request) === canonicalJson(request)
    if (same) return { run, replayed: true, warnings: [] }
    const change = suspend(draft.conversation.runs, run, { questionId, request })
    keepRun(act, draft, change, { details: { questionId, request } })
    return { run: change.run, replayed: false, warnings: [] }
  })
}
