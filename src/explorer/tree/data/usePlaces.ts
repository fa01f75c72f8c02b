import { useMemo } from 'react'
import { useQuery } from 'urql'
import { DepthsOf, TreePlaces } from '../../documents/generated.ts'
import { eventPlaces, namesOf, type Named } from '../names.ts'
import type { Sought } from '../places.ts'

/** What of a tree has a name or a meaning of its own. */
export interface Landmarks {
  readonly headId: string | null
  readonly names: readonly Named[]
  readonly sought: readonly Sought[]
  readonly refresh: () => void
}

/** As many as the API takes at once. */
const most = 100

/** Returns the head of a tree, its newest hundred checkpoints and forks, and those of its markers and merges among the newest events. */
export function usePlaces(id: string): Landmarks {
  const [{ data }, readAgain] = useQuery({ query: TreePlaces, variables: { id }, requestPolicy: 'cache-and-network' })
  const talk = data?.conversation
  const names = useMemo(() => (talk ? namesOf(talk) : []), [talk])
  const ids = useMemo(() => {
    const named = names.flatMap(({ observationId }) => observationId ?? [])
    return [...new Set([...named, ...eventPlaces(talk?.events.nodes ?? [])])].slice(0, most)
  }, [names, talk])
  const [{ data: depths }] = useQuery({ query: DepthsOf, variables: { ids }, pause: ids.length === 0 })
  const sought = useMemo(() => {
    const { head } = talk ?? {}
    const own = head ? [{ id: head.id, depth: head.depth ?? 0, leaf: null, isHead: true }] : []
    const others = (depths?.observations ?? []).flatMap((each) =>
      each?.depth == null || each.id === head?.id
        ? []
        : [{ id: each.id, depth: each.depth, leaf: each.leaves.nodes[0]?.id ?? null, isHead: false }],
    )
    return [...own, ...others]
  }, [talk, depths])
  return { headId: talk?.head?.id ?? null, names, sought, refresh: () => readAgain({ requestPolicy: 'network-only' }) }
}
