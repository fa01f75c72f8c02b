import { useEffect, useRef, useState } from 'react'
import { useClient, useSubscription } from 'urql'
import { useAfterActions } from '../actions/useAfterActions.ts'
import { live } from '../data/client.ts'
import { ConversationChanged, LastSeq } from '../documents/generated.ts'
import { answered } from '../data/pendingQueries.ts'
import { useObservable } from '../data/observable.ts'

/** A line of a conversation's ledger; null: its end is not known. */
interface LedgerPlace {
  readonly id: string
  readonly seq: number | null
}

/**
 * Calls `changed` when the conversation's ledger grew, once for a burst, when the server is there again, and once at the
 * beginning: what is shown may have been read before the place was that changes are followed from.
 */
export function useChanges(id: string, changed: () => void): void {
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
  const client = useClient()
  const [end, setEnd] = useState<LedgerPlace | null>(null)
  useEffect(() => {
    let isWanted = true
    const read = client.query(LastSeq, { id }, { requestPolicy: 'network-only' }).toPromise()
    void read.then(({ data }) => {
      if (!isWanted) return
      setEnd({ id, seq: data?.conversation ? (data.conversation.events.nodes[0]?.seq ?? 0) : null })
      soon()
    })
    return () => {
      isWanted = false
    }
  }, [client, id])
  // From a place that is known: what is committed while a subscription is on its way is not missed.
  const variables = { id, afterSeq: end?.seq ?? null }
  useSubscription({ query: ConversationChanged, variables, pause: end?.id !== id }, (_, event) => {
    soon()
    return event
  })
  useAfterActions(soon)
  const isLive = useObservable(live)
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (isLive && !wasLive.current) soon()
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
