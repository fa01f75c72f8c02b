import { useEffect, useRef } from 'react'
import { answered } from '../underWay.ts'
import { useWatched } from '../watched.ts'
import { acts } from './toasts.ts'

/** Calls it after each act, done or taken back anywhere on the page, once the questions that were under way are answered. */
export function useAfterActs(again: () => void): void {
  const latest = useRef(again)
  latest.current = again
  const done = useWatched(acts)
  const seen = useRef(done)
  useEffect(() => {
    if (seen.current === done) return
    seen.current = done
    void answered().then(() => latest.current())
  }, [done])
}
