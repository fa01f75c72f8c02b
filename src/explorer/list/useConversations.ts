import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery, useSubscription } from 'urql'
import { live } from '../data/client.ts'
import { Conversations, ConversationsChanged, Pinned, type ConversationFilter } from '../documents/generated.ts'
import { noteRights } from '../data/rights.ts'
import { answered } from '../data/pendingQueries.ts'
import { useObservable } from '../data/observable.ts'
import { withFirstPage, withPage, type ListedConversation } from './lines.ts'

export interface Listed {
  readonly lines: readonly ListedConversation[]
  readonly more: boolean
  /** How many there are; null until it is known. */
  readonly total: number | null
  readonly fault: string | null
  readonly isLoading: boolean
  readonly loadMore: () => void
  /** Reads the first page again. */
  readonly refresh: () => void
}

interface State {
  readonly lines: readonly ListedConversation[]
  readonly cursor: string | null
  readonly more: boolean
  readonly total: number | null
  readonly fault: string | null
}
const nothing: State = { lines: [], cursor: null, more: true, total: null, fault: null }

/** Returns the conversations that meet a filter, pinned ones first, then newest activity first, as far as they were asked for; they follow changes. */
export function useConversations(filter: ConversationFilter): Listed {
  const [{ data, error }, read] = useQuery({ query: Pinned, variables: { filter: { ...filter, pinned: true } } })
  const readPinned = useCallback(() => read({ requestPolicy: 'network-only' }), [read])
  const pinned = data?.conversations.nodes ?? []
  const rest = useMemo(() => ({ ...filter, pinned: false }), [filter])
  const { lines, total, fault, ...listed } = useUnpinned(rest, filter, readPinned)
  const count = data?.conversations.totalCount ?? 0
  const tooMany =
    count > pinned.length ? `Of ${count} pinned conversations the newest ${pinned.length} are listed.` : null
  // What was pinned a moment ago may still be among the others.
  const isPinned = new Set(pinned.map(({ id }) => id))
  return {
    ...listed,
    lines: [...pinned, ...lines.filter(({ id }) => !isPinned.has(id))],
    total: total === null ? null : total + count,
    fault: fault ?? error?.message ?? tooMany,
  }
}

/** `followed`: whose changes make the list be read again, with `onChange`, which is called then. */
function useUnpinned(filter: ConversationFilter, followed: ConversationFilter, onChange: () => void): Listed {
  const client = useClient()
  const [state, setState] = useState(nothing)
  const [isLoading, setLoading] = useState(true)
  const round = useRef(0)
  const busy = useRef(false)

  const read = useCallback(
    async (after: string | null, take: (page: readonly ListedConversation[], next: State) => State) => {
      const mine = round.current
      busy.current = true
      setLoading(true)
      const { data, error } = await client
        .query(Conversations, { filter, after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (mine !== round.current) return
      busy.current = false
      noteRights(data?.viewer)
      setLoading(false)
      if (!data) {
        setState((state) => ({ ...state, fault: error?.message ?? 'No answer.' }))
        return
      }
      const { nodes, pageInfo, totalCount } = data.conversations
      const total = totalCount ?? null
      const next = { lines: nodes, cursor: pageInfo.endCursor ?? null, more: pageInfo.hasNextPage, total, fault: null }
      setState((state) => ({ ...take(state.lines, next) }))
    },
    [client, filter],
  )
  const first = useCallback(() => read(null, (_, next) => next), [read])
  useEffect(() => {
    round.current += 1
    busy.current = false
    setState(nothing)
    void first()
  }, [first])

  const refresh = useCallback(async () => {
    const mine = round.current
    const { data } = await client
      .query(Conversations, { filter, after: null }, { requestPolicy: 'network-only' })
      .toPromise()
    if (!data || mine !== round.current) return
    const { nodes, pageInfo, totalCount } = data.conversations
    const total = totalCount ?? null
    setState((state) => {
      const lines = withFirstPage(state.lines, nodes, !pageInfo.hasNextPage)
      if (!pageInfo.hasNextPage) return { lines, cursor: null, more: false, total, fault: null }
      return state.cursor === null
        ? { lines, cursor: pageInfo.endCursor ?? null, more: true, total, fault: null }
        : { ...state, total, lines }
    })
  }, [client, filter])

  const again = useCallback(async () => {
    onChange()
    await refresh()
  }, [refresh, onChange])
  const soon = useSoon(again)
  useSubscription({ query: ConversationsChanged, variables: { filter: followed } }, () => soon())
  const isLive = useObservable(live)
  useEffect(() => {
    // The server stores no events for a page that was away.
    if (isLive) soon()
  }, [isLive, soon])

  const { lines, cursor, more, total, fault } = state
  const loadMore = useCallback(() => {
    if (busy.current || !more || cursor === null) return
    void read(cursor, (before, next) => ({ ...next, lines: withPage(before, next.lines) }))
  }, [read, cursor, more])
  return { lines, more, total, fault, isLoading, loadMore, refresh: soon }
}

/** Returns what does something a little later, once for many calls. */
function useSoon(act: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
      timer.current = null
    },
    [act],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void answered().then(act)
    }, 300)
  }, [act])
}
