import type { Client } from 'urql'
import { Leaves, type LeavesQuery } from '../documents/generated.ts'

/** So many pages are read at most to find where one is among the leaves. */
const mostPages = 20

/**
 * Returns the leaf after or before a place, newest first; behind the last one the first. From a place that is no leaf, or too far
 * behind to be found, the newest; null where there is no other.
 */
export async function leafBeside(client: Client, id: string, at: string | null, step: 1 | -1): Promise<string | null> {
  const seen: string[] = []
  let after: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const leaves = await pageOf(client, id, after)
    seen.push(...(leaves?.nodes ?? []).map((leaf) => leaf.id))
    const place = at === null ? -1 : seen.indexOf(at)
    const beside = place < 0 ? undefined : seen[place + step]
    if (beside !== undefined) return beside
    if (place >= 0 && step < 0) return null
    if (leaves?.pageInfo.hasNextPage !== true) break
    after = leaves.pageInfo.endCursor ?? null
  }
  return seen[0] === at ? null : (seen[0] ?? null)
}

async function pageOf(client: Client, id: string, after: string | null): Promise<Page | undefined> {
  const { data } = await client.query(Leaves, { id, after }, { requestPolicy: 'network-only' }).toPromise()
  return data?.conversation?.leaves
}
type Page = NonNullable<LeavesQuery['conversation']>['leaves']
