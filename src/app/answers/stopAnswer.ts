import { answerMark, answerRecord, isUnderWay, type AnswerEnd } from '../../domain/records/modelAnswer.ts'
import type { KeyRecord } from '../../domain/model.ts'
import { mustFind } from '../../domain/refusals.ts'
import type { Asking } from './asking.ts'
import type { Scope } from '../scope.ts'
import { command } from '../write/command.ts'
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
  const { id } = input
  return command(scope, input, {
    operation: 'stopAnswer',
    looksFirst: true,
    decide: async ({ bind }) => {
      const answer = mustFind(await answerOf(scope, probing, id), 'Answer', id)
      const replayed = !isUnderWay(answer.state)
      if (!replayed) await stop(scope, probing, answer, bind?.({ answerId: id }) ?? null)
      scope.reads.clear()
      return { ...(await resultOf(scope, probing, id)), replayed }
    },
    load: ({ answerId }: StopRecord) => resultOf(scope, probing, answerId),
  })
}

async function stop(scope: Scope, probing: Asking, answer: Answer, key: KeyRecord | null): Promise<void> {
  const { id, conversationId, runId } = answer
  const live = probing.answers.of(scope.tenant, id)
  if (live) {
    live.stop(key)
    return probing.answers.settled(scope.tenant, id)
  }
  const record = answerRecord((await scope.store.importMarks([answerMark(id)]))[0])
  const request = { id, conversationId, runId, record: mustFind(record, 'Answer', id) }
  await storeEnd(scope, request, { kind: 'nothing', end: stopped }, key)
}

async function resultOf(scope: Scope, probing: Asking, id: string): Promise<Omit<AskResult, 'replayed'>> {
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
  }
}
