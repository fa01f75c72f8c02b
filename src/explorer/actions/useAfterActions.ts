import { useEffect, useRef } from 'react'
import { answered } from '../data/pendingQueries.ts'
import { useObservable } from '../data/observable.ts'
import { actions } from './toasts.ts'

/** Calls it after each action, done or taken back anywhere on the page, once the questions that were under way are answered. */
export function useAfterActions(again: () => void): void {
  const latest = useRef(again)
  latest.current = again
  const done = useObservable(actions)
  const seen = useRef(done)
  useEffect(() => {
    if (seen.current === done) return
    seen.current = done
    void answered().then(() => latest.current())
  }, [done])
}
