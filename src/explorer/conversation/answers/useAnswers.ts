import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useObservable } from '../../data/observable.ts'
import { Answering } from '../../documents/generated.ts'
import { answers, followAnswers, isUnderWay, type Answer } from './answers.ts'

const none: readonly Answer[] = []
/** So often it is asked how an answer stands that is under way: what tells of it may have been missed. */
const pause = 3_000
/** So long after a change it is asked once more. */
const settled = 1_000

/** Returns the answers that are being made in a conversation, and those that failed; `changes` grows when it changes. */
export function useAnswers(conversationId: string, changes: number): readonly Answer[] {
  const [{ data }, again] = useQuery({
    query: Answering,
    variables: { id: conversationId },
    requestPolicy: 'network-only',
  })
  useEffect(() => {
    if (changes === 0) return undefined
    again({ requestPolicy: 'network-only' })
    // A prompt is stored a moment before its answer begins.
    const timer = setTimeout(() => again({ requestPolicy: 'network-only' }), settled)
    return () => clearTimeout(timer)
  }, [changes, again])
  const underWay = data?.conversation?.answering
  useEffect(() => {
    if (underWay) followAnswers(conversationId, underWay)
  }, [underWay, conversationId])
  const all = useObservable(answers).get(conversationId) ?? none
  const isAny = all.some(isUnderWay)
  useEffect(() => {
    if (!isAny) return undefined
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), pause)
    return () => clearInterval(timer)
  }, [isAny, again])
  return all
}
