import { runKey } from '../../domain/ids.ts'
import type { TreeNode } from '../../domain/model.ts'
import { aliveMark, answerMark, isUnderWay, type AnswerRecord } from '../../domain/records/modelAnswer.ts'
import { claim } from '../../domain/records/run.ts'
import { Refusal } from '../../domain/refusals.ts'
import type { Asking } from './asking.ts'
import { checkOpenRuns } from '../runs/openRuns.ts'
import { keepRun } from '../runs/runs.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft/draft.ts'
import type { Responder } from '../probes/responder.ts'
import { storedAnswers } from './answerOf.ts'
import { nextWord } from './stayAlive.ts'
import { giveUp } from './storeEnd.ts'

/** An answer that was opened with its run. */
export interface OpenedAnswer {
  readonly id: string
  readonly conversationId: string
  readonly runId: string
  readonly record: AnswerRecord
  readonly prompt: TreeNode
}

/** Refuses to ask while an answer is made in the conversation; gives up those whose process ended. */
export async function checkFree(scope: Scope, draft: Draft, probing: Asking): Promise<void> {
  const { id: conversationId, runs } = draft.conversation
  for (const answer of await storedAnswers(scope, probing, conversationId, runs.open)) {
    if (isUnderWay(answer.state))
      throw new Refusal(
        'ALREADY_ANSWERING',
        { conversationId, answerId: answer.id },
        `A model answers in "${conversationId}" already: wait for it, or stop it.`,
      )
    await giveUp(scope, draft, answer.runId)
    const { id, runId: _run, conversationId: _of, text: _text, usage: _usage, ...record } = answer
    draft.changes.putMark({ name: answerMark(id), value: record })
  }
}

/** Opens the answer to a turn in a draft: a run that begins there, and what is known of the answer. */
export async function open(
  scope: Scope,
  draft: Draft,
  prompt: TreeNode,
  { model, responder }: { readonly model: string; readonly responder: Responder },
): Promise<OpenedAnswer> {
  await checkOpenRuns(draft, prompt)
  const { id: conversationId } = draft.conversation
  const runId = scope.fresh.id()
  const askedAt = scope.fresh.now()
  const begins = { id: prompt.id, depth: prompt.place.depth }
  const of = { conversationId, runId, exclusive: false, at: askedAt, head: begins }
  keepRun(scope, draft, claim(draft.conversation.runs, of), { details: { exclusive: false } })
  const id = runKey(conversationId, runId)
  const record: AnswerRecord = {
    promptId: prompt.id,
    headId: draft.head?.id ?? null,
    model,
    askedAt,
    state: 'ASKED',
    endedAt: null,
    observationId: null,
    stopReason: null,
    error: null,
  }
  draft.changes.putMark({ name: answerMark(id), value: record })
  draft.changes.putMark({ name: aliveMark(id), value: nextWord(scope, responder) })
  return { id, conversationId, runId, record, prompt }
}
