import { ConversationIds } from '../../client/documents/generated.ts'
import type { GraphClient, TypedDocument } from '../../client/graphClient.ts'

/** A part of a list. */
export interface QueryPage<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}
interface Conversations<T> {
  readonly conversations: QueryPage<T>
}

/** Yields what a list holds, page by page; `null`: it is gone. */
export async function* pages<T>(ask: (after: string | null) => Promise<QueryPage<T> | null>): AsyncGenerator<T> {
  for (let after: string | null = null; ;) {
    const page: QueryPage<T> | null = await ask(after)
    if (page === null) return
    yield* page.nodes
    if (!page.pageInfo.hasNextPage) return
    after = page.pageInfo.endCursor
  }
}

/** Yields what a query asks of each conversation, newest activity first. */
export function conversations<T, V extends object>(
  graph: GraphClient,
  document: TypedDocument<Conversations<T>, V & { readonly after?: string | null }>,
  input: V = {} as V,
): AsyncGenerator<T> {
  return pages(async (after) => (await graph.query(document, { ...input, after })).conversations)
}

/** Yields the ids of all conversations, newest activity first; of deleted ones too when asked. */
export async function* conversationIds(graph: GraphClient, includeDeleted = false): AsyncGenerator<string> {
  const filter = { includeDeleted, archived: null }
  for await (const { id } of pages(
    async (after) => (await graph.query(ConversationIds, { after, filter })).conversations,
  ))
    yield id
}
