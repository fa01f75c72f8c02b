import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { AllActivity, type AllActivityQuery, type EventKind } from '../documents/generated.ts'

export type EventOfAny = AllActivityQuery['events']['nodes'][number]

interface State {
  readonly events: readonly EventOfAny[]
  readonly viewerId: string | null
  readonly cursor: string | null
  readonly more: boolean
  readonly fault: string | null
}
const nothing: State = { events: [], viewerId: null, cursor: null, more: false, fault: null }

interface Events extends Omit<State, 'cursor'> {
  readonly isLoading: boolean
  readonly loadMore: () => void
  /** Reads the newest ones again. */
  readonly refresh: () => void
}

/** Returns the acts of all conversations, newest first, as far as they were asked for; null: of every kind. */
export function useEvents(kinds: readonly EventKind[] | null): Events {
  const client = useClient()
  const [state, setState] = useState(nothing)
  const [isLoading, setLoading] = useState(true)
  const round = useRef(0)
  const read = useCallback(
    async (after: string | null, take: (before: State, page: State) => State) => {
      const mine = round.current
      setLoading(true)
      const { data, error } = await client
        .query(AllActivity, { kinds, after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (mine !== round.current) return
      setLoading(false)
      if (!data) {
        setState((before) => ({ ...before, fault: error?.message ?? 'No answer.' }))
        return
      }
      const { nodes, pageInfo } = data.events
      const viewerId = data.viewer.principal.id
      const page = { events: nodes, viewerId, cursor: pageInfo.endCursor, more: pageInfo.hasNextPage, fault: null }
      setState((before) => take(before, page))
    },
    [client, kinds],
  )
  useEffect(() => {
    round.current += 1
    setState(nothing)
    void read(null, (_, page) => page)
  }, [read])
  const refresh = useCallback(() => void read(null, joined), [read])
  const { cursor, more } = state
  const loadMore = useCallback(() => {
    if (more) void read(cursor, (before, page) => ({ ...page, events: [...before.events, ...page.events] }))
  }, [read, cursor, more])
  return { ...state, isLoading, loadMore, refresh }
}

/** The newest ones before those that are shown; where they do not reach down to these, they alone. */
function joined(before: State, page: State): State {
  const knownIds = new Set(before.events.map(({ id }) => id))
  const fresh = page.events.filter(({ id }) => !knownIds.has(id))
  if (fresh.length === page.events.length) return page
  const known = new Map(page.events.map((event) => [event.id, event]))
  return { ...before, fault: null, events: [...fresh, ...before.events.map((event) => known.get(event.id) ?? event)] }
}
