import { answerMark, answerRecord, isUnderWay, type AnswerEnd } from '../../domain/records/modelAnswer.ts'
import type { KeyRecord } from '../../domain/model.ts'
import { mustFind } from '../../domain/refusals.ts'
import type { Asking } from './asking.ts'
import type { Scope } from '../scope.ts'
import { KeyUsed } from '../write/lanes/commit.ts'
import { keyRecord, once } from '../write/lanes/idempotency.ts'
import type { Answer, AskResult, StopAnswer } from './answer.ts'
import { answerOf } from './answerOf.ts'
import { storeEnd } from './storeEnd.ts'

const stopped: AnswerEnd = { state: 'STOPPED', observationId: null, stopReason: 'stopped', error: null }

/** What a key of this command is bound to. */
type StopRecord = { readonly answerId: string }

/**
 * Ends an answer: what came of it is stored, as stopped; nothing where nothing came. One that another process makes is
 * given up, and what it brings is not stored. Stopping an answer that is over changes nothing.
 */
export async function stopAnswer(scope: Scope, probing: Asking, input: StopAnswer): Promise<AskResult> {
  const { id, idempotencyKey } = input
  return once<AskResult, StopRecord>(scope, {
    operation: 'stopAnswer',
    key: idempotencyKey,
    input: { id },
    perform: async (bind) => {
      const answer = mustFind(await answerOf(scope, probing, id), 'Answer', id)
      const replayed = !isUnderWay(answer.state)
      if (!replayed) await stop(scope, probing, answer, bind({ answerId: id }))
      scope.reads.clear()
      return { ...(await resultOf(scope, probing, id)), replayed }
    },
    replay: async ({ answerId }) => ({ ...(await resultOf(scope, probing, answerId)), replayed: true }),
  })
}

async function stop(scope: Scope, probing: Asking, answer: Answer, key: KeyRecord | null): Promise<void> {
  const { id, conversationId, runId } = answer
  const used = key && (await keyRecord(scope, key.key))
  if (used) throw new KeyUsed(used)
  const live = probing.answers.of(scope.tenant, id)
  if (live) {
    live.stop(key)
    return probing.answers.settled(scope.tenant, id)
  }
  const record = answerRecord((await scope.store.importMarks([answerMark(id)]))[0])
  const request = { id, conversationId, runId, record: mustFind(record, 'Answer', id) }
  await storeEnd(scope, request, { kind: 'nothing', end: stopped }, key)
}

async function resultOf(scope: Scope, probing: Asking, id: string): Promise<AskResult> {
  const answer = mustFind(await answerOf(scope, probing, id), 'Answer', id)
  const [prompt, conversation] = await Promise.all([
    scope.reads.observation(answer.promptId),
    scope.reads.conversation(answer.conversationId),
  ])
  if (!prompt) throw new Error(`What ${id} answers is missing.`)
  return {
    answer,
    prompt,
    conversation: mustFind(conversation, 'Conversation', answer.conversationId),
    replayed: false,
  }
}
