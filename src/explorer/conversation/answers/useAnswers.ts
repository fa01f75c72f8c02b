import { useCallback, useEffect } from 'react'
import { useClient } from 'urql'
import { useObservable } from '../../data/observable.ts'
import { Answering } from '../../documents/generated.ts'
import type { Talk } from '../useTalk.ts'
import { answers, followAnswers, isUnderWay, type AnswerFacts } from './answers.ts'
import { responder } from './responder.ts'

const none: readonly AnswerFacts[] = []
/** How often the state of an answer under way is read again: its events may have been missed. */
const pause = 3_000
/** So long after a change it is asked once more. */
const settled = 1_000

/** Returns the answers that are being made in a conversation, and those that failed. */
export function useAnswers(
  conversationId: string,
  { answer, changes }: Pick<Talk, 'answer' | 'changes'>,
): readonly AnswerFacts[] {
  const client = useClient()
  const again = useCallback(async () => {
    const operationResultSource = client.query(Answering, { id: conversationId }, { requestPolicy: 'network-only' })
    const { data } = await operationResultSource.toPromise()
    if (data?.conversation) followAnswers(conversationId, data.conversation.answering)
  }, [client, conversationId])
  useEffect(() => {
    let isWanted = true
    void answer.then(({ answering }) => {
      if (isWanted) followAnswers(conversationId, answering)
    })
    return () => {
      isWanted = false
    }
  }, [answer, conversationId])
  const all = useObservable(answers).get(conversationId) ?? none
  const isAny = all.some(isUnderWay)
  useEffect(() => {
    if (changes === 0 || responder.get() === null) return undefined
    // A prompt is stored a moment before its answer begins.
    const timer = setTimeout(() => void again(), settled)
    return () => clearTimeout(timer)
  }, [changes, again])
  useEffect(() => {
    if (!isAny) return undefined
    const timer = setInterval(() => void again(), pause)
    return () => clearInterval(timer)
  }, [isAny, again])
  return all
}
