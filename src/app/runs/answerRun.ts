import { answer, checkOpen, stale, type Run } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import { type RunResult, changeRun, keepRun, runOf } from './runs.ts'
import type { Draft } from '../write/draft/draft.ts'
import type { Json } from '../../domain/model.ts'

export interface AnswerRun {
  readonly conversationId: string
  /** The one that waits, when only one does. */
  readonly runId?: string | null
  /** The pending one. */
  readonly questionId?: string | null
  readonly answer: Json
}

/**
 * Answers the question that a suspended run waits for, which then goes on. Without a run it is the one that asked that
 * question, or the only one that waits; an answer to no question or a stale one is refused.
 */
export function answerRun(scope: Scope, input: AnswerRun): Promise<RunResult> {
  return changeRun(scope, input.conversationId, async (draft) => {
    const run = await asking(draft, input)
    const fields = { questionId: input.questionId ?? null, answer: input.answer, eventId: scope.fresh.id() }
    const change = answer(draft.conversation.runs, run, fields)
    const details = { questionId: run.pending?.questionId ?? null, answer: input.answer }
    keepRun(scope, draft, change, { details }, fields.eventId)
    return { run: change.run, replayed: false, warnings: [] }
  })
}

async function asking(draft: Draft, { conversationId, runId, questionId }: AnswerRun): Promise<Run> {
  if (runId != null) {
    const run = await runOf(draft, runId)
    return run ?? checkOpen(conversationId, runId, run)
  }
  const suspended = draft.conversation.runs.open.filter((run) => run.suspended)
  const waiting = (await Promise.all(suspended.map((run) => runOf(draft, run.runId)))).flatMap((run) => run ?? [])
  const [only, ...others] = waiting.filter((run) => questionId == null || run.pending?.questionId === questionId)
  if (only && others.length === 0) return only
  const pending = waiting.flatMap((run) => run.pending?.questionId ?? [])
  throw stale(null, questionId ?? null, pending)
}
