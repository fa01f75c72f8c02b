import type { Conversation } from '../../domain/model.ts'
import type { Relationship } from '../../domain/records/relationship.ts'
import type { ListKey, ListName, Lists, RelationshipList } from '../../storage/graphStore.ts'
import { placeIn } from './lists.ts'
import { ifItFits } from './loaders.ts'
import type { Scope } from '../scope.ts'
import type { Reads } from './reads.ts'

/** How a list is walked: so many at once, from its beginning or after a place. */
export interface Steps {
  readonly limit: number
  readonly after?: ListKey | null
}

/** What is asked of a list at once. */
export interface PageRequest {
  readonly after: ListKey | null
  readonly limit: number
}

/**
 * Yields all that is read by keyset, page by page: the next one is read when the one before was taken. Where a page is more than the store
 * brings at once, it and those behind it are smaller.
 */
export async function* walkPages<T>(
  read: (page: PageRequest) => Promise<T[]>,
  placeOf: (item: T) => ListKey,
  { limit, after = null }: Steps,
): AsyncGenerator<T[]> {
  for (let [at, size] = [after, limit]; ;) {
    const [from, most] = [at, size]
    const page = await ifItFits(most, () => read({ after: from, limit: most }))
    if (page === null) {
      size = most >> 1
      continue
    }
    yield page
    const last = page.at(-1)
    if (page.length < most || last === undefined) return
    at = placeOf(last)
  }
}

/** Yields one of the store's lists, page by page. */
export function walkList<N extends ListName>(
  reads: Pick<Reads, 'list'>,
  list: N,
  owner: string,
  steps: Steps,
): AsyncGenerator<Lists[N][]> {
  return walkPages(
    (page) => reads.list({ list, owner, ...page }),
    (item) => placeIn(list, item),
    steps,
  )
}

/** Yields a thing's relationships, page by page. */
export function walkRelationships(
  reads: Pick<Reads, 'relationshipList'>,
  list: RelationshipList,
  steps: Steps,
): AsyncGenerator<Relationship[]> {
  const place = ({ changedAt, id }: Relationship) => ({ sort: changedAt, id })
  return walkPages((page) => reads.relationshipList({ ...list, ...page }), place, steps)
}

/** Returns the place of a conversation among others. */
export const byActivity = ({ activityAt, id }: Conversation): ListKey => ({ sort: activityAt, id })

/** Returns lists that are read past what the request remembers: for walks whose pages are not asked for again. */
export function unkept({ store }: Pick<Scope, 'store'>): Pick<Reads, 'list'> {
  return { list: async (request) => (await store.lists([request]))[0] ?? [] }
}

/** Returns one of the store's lists whole. */
export function wholeList<N extends ListName>(
  reads: Pick<Reads, 'list'>,
  list: N,
  owner: string,
  limit: number,
): Promise<Lists[N][]> {
  return allOf(walkList(reads, list, owner, { limit }))
}

/** Returns what comes in pages as one list. */
export async function allOf<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(...page)
  return all
}
