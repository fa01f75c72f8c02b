import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient, type Client } from 'urql'
import { Stretches } from '../../documents/generated.ts'
import { fromTold, type StretchRow, type Tree } from '../stretches.ts'

export interface Loaded {
  readonly tree: Tree
  readonly more: boolean
  readonly isLoading: boolean
  readonly fault: string | null
  readonly loadMore: () => void
  /** Loads as much again as is there: each time all of it is laid out anew. */
  readonly loadAsMuchAgain: () => void
  readonly refresh: () => void
}

interface State {
  readonly told: readonly StretchRow[]
  readonly tree: Tree
  readonly cursor: string | null
  readonly fault: string | null
}
const nothing: State = { told: [], tree: [], cursor: null, fault: null }

/** Returns a conversation's tree, newest leaf first, a thousand stretches at a time. */
export function useTree(id: string): Loaded {
  const client = useClient()
  const [state, setState] = useState(nothing)
  const [isLoading, setLoading] = useState(true)
  const latest = useRef(state)
  latest.current = state
  const round = useRef(0)

  const read = useCallback(
    async (events: readonly StretchRow[], after: string | null, wanted: number) => {
      round.current += 1
      const mine = round.current
      setLoading(true)
      const next = await readOn(client, id, events, after, wanted)
      if (mine !== round.current) return
      setLoading(false)
      setState((before) => (next.fault === null ? next : { ...before, fault: next.fault }))
    },
    [client, id],
  )
  useEffect(() => {
    setState(nothing)
    void read([], null, 1)
  }, [read])
  const refresh = useCallback(() => void read([], null, latest.current.told.length), [read])
  const loadUpTo = useCallback(
    (wanted: (count: number) => number) => {
      const { told: notified, cursor } = latest.current
      if (cursor !== null && !isLoading) void read(notified, cursor, wanted(notified.length))
    },
    [read, isLoading],
  )
  const loadMore = useCallback(() => loadUpTo((count) => count + 1), [loadUpTo])
  const loadAsMuchAgain = useCallback(() => loadUpTo((count) => 2 * count), [loadUpTo])
  const { tree, cursor, fault } = state
  return { tree, more: cursor !== null, fault, isLoading, loadMore, loadAsMuchAgain, refresh }
}

/** Reads pages until so many stretches are there, or all. */
async function readOn(
  client: Client,
  id: string,
  begun: readonly StretchRow[],
  cursor: string | null,
  wanted: number,
): Promise<State> {
  const events = [...begun]
  let after = cursor
  do {
    const { data, error } = await client.query(Stretches, { id, after }, { requestPolicy: 'network-only' }).toPromise()
    if (error || !data) return { ...nothing, fault: error?.message ?? 'No answer.' }
    const page = data.conversation?.stretches
    events.push(...(page?.nodes ?? []))
    after = page?.pageInfo.hasNextPage === true ? (page.pageInfo.endCursor ?? null) : null
  } while (after !== null && events.length < wanted)
  return { told: events, tree: fromTold(events), cursor: after, fault: null }
}
