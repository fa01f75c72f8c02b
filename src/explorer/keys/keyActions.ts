import { useEffect, useRef } from 'react'

/** By key: what does it now, the latest that was shown first. */
const actions = new Map<string, (() => void)[]>()

/** Does what a key stands for on the page that is shown; says whether anything does. */
export function runKey(key: string): boolean {
  const action = actions.get(key)?.at(-1)
  action?.()
  return action !== undefined
}

/** Lets a key do something for as long as the component is shown; null: nothing. */
export function useKey(key: string, action: (() => void) | null): void {
  const latest = useRef(action)
  latest.current = action
  const isThere = action !== null
  useEffect(() => {
    if (!isThere) return
    const run = (): void => latest.current?.()
    actions.set(key, [...(actions.get(key) ?? []), run])
    return () => {
      actions.set(
        key,
        (actions.get(key) ?? []).filter((each) => each !== run),
      )
    }
  }, [key, isThere])
}
