import type { Client } from 'urql'
import { DepthsOf, TreeEvents, TreePlaces, type TreePlacesQuery } from '../../documents/generated.ts'
import { eventPlaces, joined, namesOf, type Pasts, type ToldEvent } from '../names.ts'
import type { Sign, Sought } from '../places.ts'
import type { Landmarks } from './usePlaces.ts'

type Talk = NonNullable<TreePlacesQuery['conversation']>

/** As many as the API takes at once. */
const most = 100
/** So many pages of the ledger are read at first. */
const mostPages = 10

/** Tells what is marked in a tree: what is known at once, and where nothing was known before what the older ledger adds to it. */
export async function readLandmarks(
  client: Client,
  id: string,
  before: Pasts | null,
  tell: (landmarks: Landmarks) => void,
): Promise<void> {
  const { data } = await client.query(TreePlaces, { id }, { requestPolicy: 'network-only' }).toPromise()
  const talk = data?.conversation
  if (!talk) return
  const past = joined(eventPlaces(talk.events.nodes), before ?? new Map())
  tell(await landmarksOf(client, talk, past))
  const { hasNextPage, endCursor } = talk.events.pageInfo
  if (before !== null || !hasNextPage || endCursor == null || past.size >= most) return
  const older = eventPlaces(await olderEvents(client, id, endCursor))
  if (older.size > 0) tell(await landmarksOf(client, talk, joined(past, older)))
}

async function olderEvents(client: Client, id: string, from: string): Promise<readonly ToldEvent[]> {
  const events: ToldEvent[] = []
  let after: string | null = from
  for (let page = 1; page < mostPages && after !== null; page += 1) {
    const { data } = await client.query(TreeEvents, { id, after }, { requestPolicy: 'network-only' }).toPromise()
    const result: Talk['events'] | undefined = data?.conversation?.events
    events.push(...(result?.nodes ?? []))
    after = result?.pageInfo.hasNextPage === true ? (result.pageInfo.endCursor ?? null) : null
  }
  return events
}

/** What lies below a place changes while the tree grows: it is asked anew each time. */
async function landmarksOf(client: Client, talk: Talk, past: Pasts): Promise<Landmarks> {
  const names = namesOf(talk)
  const headId = talk.head?.id ?? null
  const signs = new Map<string, Sign[]>()
  const put = (id: string, ...more: Sign[]): void => {
    signs.set(id, [...(signs.get(id) ?? []), ...more])
  }
  for (const { observationId, kind } of names) if (observationId !== null) put(observationId, kind)
  for (const [id, kinds] of past) put(id, ...kinds)
  const ids = [...signs.keys()].filter((id) => id !== headId).slice(0, most)
  const { data } =
    ids.length === 0 ? {} : await client.query(DepthsOf, { ids }, { requestPolicy: 'network-only' }).toPromise()
  const others = (data?.observations ?? []).flatMap((each): Sought[] =>
    each?.depth == null
      ? []
      : [
          {
            id: each.id,
            depth: each.depth,
            leaf: each.leaves.nodes[0]?.id ?? each.id,
            signs: signs.get(each.id) ?? [],
          },
        ],
  )
  const head: Sought[] = talk.head
    ? [
        {
          id: talk.head.id,
          depth: talk.head.depth ?? 0,
          leaf: null,
          signs: ['HEAD', ...(signs.get(talk.head.id) ?? [])],
        },
      ]
    : []
  return { headId, names, past, sought: [...head, ...others] }
}
