import { useEffect, useRef } from 'react'

/** Calls `act` whenever `changes` grows, and not for what it is at first. */
export function useOnChange(changes: number, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  const seen = useRef(changes)
  useEffect(() => {
    if (seen.current === changes) return
    seen.current = changes
    latest.current()
  }, [changes])
}
