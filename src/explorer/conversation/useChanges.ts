import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { useAfterActions } from '../actions/useAfterActions.ts'
import { live } from '../data/client.ts'
import { ConversationChanged } from '../documents/generated.ts'
import { answered } from '../data/pendingQueries.ts'
import { useObservable } from '../data/observable.ts'

/**
 * Calls `changed` when the conversation's ledger grew beyond `seq`, once for a burst, and when the server is there again.
 * `seq` is the ledger's end as it was before what is shown was read, so that nothing is missed: undefined until it is known,
 * null where it cannot be.
 */
export function useChanges(id: string, seq: number | null | undefined, changed: () => void): void {
  const latest = useRef(changed)
  latest.current = changed
  const isShown = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const soon = (): void => {
    timer.current ??= setTimeout(() => {
      void answered().then(() => {
        timer.current = null
        if (isShown.current) latest.current()
      })
    }, 150)
  }
  // Where it began stays: what is read later is newer than the subscription's events.
  const begin = useRef<number | null | undefined>(undefined)
  if (begin.current == null) begin.current = seq
  const variables = { id, afterSeq: begin.current ?? null }
  useSubscription({ query: ConversationChanged, variables, pause: begin.current === undefined }, (_, event) => {
    soon()
    return event
  })
  useAfterActions(soon)
  const isLive = useObservable(live)
  const wasLive = useRef(isLive)
  const wasLost = useRef(false)
  useEffect(() => {
    // The subscription sends all that came since the page was read, also before the first connection.
    if (isLive && !wasLive.current && (wasLost.current || begin.current === null)) soon()
    if (!isLive && wasLive.current) wasLost.current = true
    wasLive.current = isLive
  }, [isLive])
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      if (timer.current) clearTimeout(timer.current)
    }
  }, [])
}
