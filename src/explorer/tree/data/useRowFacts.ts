import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { RowFacts, type RowFactsQuery } from '../../documents/generated.ts'

export type Facts = NonNullable<RowFactsQuery['observations'][number]>

/** As many as the API takes at once. */
const most = 100

/**
 * Returns what is known of nodes, and what is told which are in sight: those that are not known are asked for, many at once, and all
 * of them anew when the tree has changed.
 */
export function useRowFacts(
  changes: number,
): readonly [ReadonlyMap<string, Facts>, (inSight: readonly string[]) => void] {
  const client = useClient()
  const [facts, setFacts] = useState<ReadonlyMap<string, Facts>>(new Map())
  const [wanted, setWanted] = useState('')
  const refObject = useRef(new Map<string, number>())
  useEffect(() => {
    const missing = wanted.split(' ').filter((id) => id !== '' && refObject.current.get(id) !== changes)
    if (missing.length === 0) return
    // What is only scrolled past is not asked for.
    const timer = setTimeout(() => {
      const now = missing.slice(0, most)
      for (const id of now) refObject.current.set(id, changes)
      void client
        .query(RowFacts, { ids: now }, { requestPolicy: 'network-only' })
        .toPromise()
        .then(({ data }) => {
          const results = (data?.observations ?? []).flatMap((each) => (each ? [[each.id, each] as const] : []))
          setFacts((known) => new Map([...known, ...results]))
        })
    }, 50)
    return () => clearTimeout(timer)
  }, [client, wanted, changes])
  const see = useCallback((inSight: readonly string[]) => setWanted(inSight.join(' ')), [])
  return [facts, see]
}
