import { useCallback, useEffect, useRef, useState } from 'react'
import { withEnd, withOlder, type Window } from './window.ts'

/** A page of a path, or why there is none. */
export interface PathAnswer<T> {
  /** Null: there is no such conversation. Undefined: it did not come. */
  readonly page: Window<T> | null | undefined
  readonly fault: string | null
}

export interface Path<T> {
  readonly window: Window<T> | null
  /** Names the path that the window is of: the place at which it ends, empty for the current end. */
  readonly path: string
  readonly fault: string | null
  readonly isMissing: boolean
  readonly loadOlder: () => void
  readonly refresh: () => void
}

/** Returns a path from its end on, and older parts of it as they are asked for; `read` names, by being another, another path. */
export function usePath<T>(
  read: (before: string | null) => Promise<PathAnswer<T>>,
  name: string,
  keyOf: (item: T) => string,
): Path<T> {
  const [window, setWindow] = useState<Window<T> | null>(null)
  const [path, setPath] = useState(name)
  const [fault, setFault] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const round = useRef(0)
  const busy = useRef(false)
  const load = useCallback(
    async (before: string | null, take: (window: Window<T> | null, page: Window<T>) => Window<T>) => {
      const mine = round.current
      const { page, fault } = await read(before)
      if (mine !== round.current) return
      setFault(fault)
      setMissing(page === null)
      if (!page) return
      setWindow((window) => take(window, page))
      setPath(name)
    },
    [read, name],
  )
  const refresh = useCallback(
    () => void load(null, (window, page) => (window ? withEnd(window, page, keyOf) : page)),
    [load, keyOf],
  )
  useEffect(() => {
    round.current += 1
    busy.current = false
    // What was shown stays until the new path is there, so that nothing flickers.
    void load(null, (_, page) => page)
  }, [load])
  const start = window?.older === true ? window.start : null
  const loadOlder = useCallback(() => {
    if (start === null || busy.current) return
    busy.current = true
    void load(start, (window, page) => (window ? withOlder(window, page) : page)).finally(() => {
      busy.current = false
    })
  }, [load, start])
  return { window, path, fault, isMissing, loadOlder, refresh }
}
