import { useEffect, useRef } from 'react'
import { useSubscription } from 'urql'
import { acts } from '../act/toasts.ts'
import { live } from '../client.ts'
import { ConversationChanged } from '../documents/generated.ts'
import { useWatched } from '../watched.ts'

/** Calls `changed` when the conversation's ledger grew, once for a burst, and when the server is there again. */
export function useChanges(id: string, changed: () => void): void {
  const latest = useRef(changed)
  latest.current = changed
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const soon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      latest.current()
    }, 150)
  }
  useSubscription({ query: ConversationChanged, variables: { id } }, (_, event) => {
    soon()
    return event
  })
  const done = useWatched(acts)
  const seen = useRef(done)
  useEffect(() => {
    if (seen.current !== done) soon()
    seen.current = done
  }, [done])
  const isLive = useWatched(live)
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (isLive && !wasLive.current) soon()
    wasLive.current = isLive
  }, [isLive])
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
    },
    [],
  )
}
