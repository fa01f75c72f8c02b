import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { suspend } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import { type RunResult, changeRun, keepRun, openRun } from './runs.ts'
import { checkId } from '../write/checks.ts'
import type { Json } from '../../domain/model.ts'

export interface SuspendRun {
  readonly conversationId: string
  readonly runId: string
  readonly request: Json
  readonly questionId?: string | null
}

/** Lets a run wait for an answer, over restarts too. Asking the pending question again changes nothing. */
export async function suspendRun(scope: Scope, input: SuspendRun): Promise<RunResult> {
  const { conversationId, runId, request } = input
  const questionId = input.questionId == null ? scope.fresh.id() : checkId(input.questionId, 'questionId')
  return changeRun(scope, conversationId, async (draft) => {
    const { run } = await openRun(draft, runId)
    const same = run.pending?.questionId === questionId && canonicalJson(run.pending.request) === canonicalJson(request)
    if (same) return { run, replayed: true, warnings: [] }
    const change = suspend(draft.conversation.runs, run, { questionId, request })
    keepRun(scope, draft, change, { details: { questionId, request } })
    return { run: change.run, replayed: false, warnings: [] }
  })
}
