import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import type { Named, Pasts } from '../names.ts'
import type { Sought } from '../places.ts'
import { readLandmarks } from './readLandmarks.ts'

/** What of a tree has a name or a meaning of its own. */
export interface Landmarks {
  readonly headId: string | null
  readonly names: readonly Named[]
  readonly sought: readonly Sought[]
  readonly past: Pasts
}

const nothing: Landmarks = { headId: null, names: [], sought: [], past: new Map() }

/** Returns the head of a tree and the newest of what is marked in it, and what looks for them anew. */
export function usePlaces(id: string): Landmarks & { readonly refresh: () => void } {
  const client = useClient()
  const [landmarks, setFound] = useState(nothing)
  const round = useRef(0)
  const past = useRef<Pasts | null>(null)
  const refresh = useCallback(() => {
    round.current += 1
    const mine = round.current
    void readLandmarks(client, id, past.current, (next) => {
      if (mine !== round.current) return
      past.current = next.past
      setFound(next)
    })
  }, [client, id])
  useEffect(() => {
    refresh()
    return () => {
      round.current += 1
    }
  }, [refresh])
  return { ...landmarks, refresh }
}
