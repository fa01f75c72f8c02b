import type { Scope } from '../app/scope.ts'
import { listPage, promisedCount } from '../app/read/lists.ts'
import { relationshipsPage, type RelationshipsRequest } from '../app/relationships/relationshipsPage.ts'
import { type ListPage } from '../app/read/pages.ts'
import type { Endpoint } from '../domain/records/relationship.ts'
import type { ListName, Lists } from '../storage/graphStore.ts'
import type { PageInfoResolvers } from './generated.ts'
import type { PageInfo as PageInfoModel, TranscriptConnection, TranscriptEdge } from './models.ts'

/** Returns a page of a list whose length the API promises whatever it is. */
export async function wholePage<N extends ListName>(scope: Scope, list: N, owner: string, args: Forward) {
  const page: ListPage<Lists[N]> = await listPage(scope, list, owner, args)
  return { ...page, totalCount: () => promisedCount(scope, list, owner) }
}

/** Returns a page of a thing's relationships, whose length the API promises. */
export async function wholeRelationshipsPage(scope: Scope, thing: Endpoint, request: RelationshipsRequest) {
  return counted(await relationshipsPage(scope, thing, request))
}

/** Returns a page of a list that is always counted, with its length as the API promises it. */
export function counted<T>(page: ListPage<T>) {
  return { ...page, totalCount: async () => (await page.totalCount()) ?? 0 }
}
interface Forward {
  readonly first?: number | null
  readonly after?: string | null
}

/** What a connection shows of a page. */
type PageOf<T> = Omit<ListPage<T>, 'totalCount'> & Pick<PageInfoModel, 'endCursor'>

/** Resolvers of a connection over a page, whatever is listed. */
export const connection = {
  edges: <T>(page: PageOf<T>) => page.items,
  nodes: <T>(page: PageOf<T>) => page.items.map(({ item }) => item),
  pageInfo: <T>(page: PageOf<T>) => pageInfo(page.items, page),
}
export const edge = { node: <T>({ item }: { readonly item: T }) => item }

/** Resolvers of a transcript's connection, whose items are entries. */
export const transcriptConnection = {
  edges: ({ entries }: TranscriptConnection) => entries,
  nodes: ({ entries }: TranscriptConnection) => entries.map(({ entry }) => entry),
  pageInfo: (page: TranscriptConnection) => pageInfo(page.entries, page),
}
export const transcriptEdge = { node: ({ entry }: TranscriptEdge) => entry }

export const PageInfo: PageInfoResolvers = {
  startCursor: ({ items }) => items.at(0)?.cursor ?? null,
  endCursor: ({ items, endCursor }) => endCursor ?? items.at(-1)?.cursor ?? null,
}

function pageInfo(
  items: readonly { readonly cursor: string }[],
  { hasNextPage, hasPreviousPage, endCursor }: Omit<PageInfoModel, 'items'>,
): PageInfoModel {
  return { items, hasNextPage, hasPreviousPage, endCursor }
}
