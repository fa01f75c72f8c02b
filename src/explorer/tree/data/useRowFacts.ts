import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { RowFacts, type RowFactsQuery } from '../../documents/generated.ts'

export type Facts = NonNullable<RowFactsQuery['observations'][number]>

/** As many as the API takes at once. */
const most = 100

/** Returns what is known of the nodes in sight; what is not is asked for, many at once. */
export function useRowFacts(ids: readonly string[]): ReadonlyMap<string, Facts> {
  const client = useClient()
  const [facts, setFacts] = useState<ReadonlyMap<string, Facts>>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = ids.join(' ')
  useEffect(() => {
    const missing = wanted.split(' ').filter((id) => id !== '' && !asked.current.has(id))
    if (missing.length === 0) return
    // What is only scrolled past is not asked for.
    const timer = setTimeout(() => {
      const now = missing.slice(0, most)
      for (const id of now) asked.current.add(id)
      void client
        .query(RowFacts, { ids: now })
        .toPromise()
        .then(({ data }) => {
          const found = (data?.observations ?? []).flatMap((each) => (each ? [[each.id, each] as const] : []))
          setFacts((known) => new Map([...known, ...found]))
        })
    }, 50)
    return () => clearTimeout(timer)
  }, [client, wanted])
  return facts
}
