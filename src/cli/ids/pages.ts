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

/** How often the conversations are listed at most: others may make new ones all the time. */
const listings = 3

/**
 * Yields the ids of all conversations, of deleted ones too, each once. They are listed again for as long as that brings others:
 * one that was written to meanwhile has moved to the front of the list, past who reads it. All are listed before the first is
 * yielded: what the caller does with each takes longer than a list does, and more would move meanwhile.
 */
export async function* everyConversationId(graph: GraphClient): AsyncGenerator<string> {
  const known = new Set<string>()
  for (let n = 0, before = -1; n < listings && known.size > before; n++) {
    before = known.size
    for await (const id of conversationIds(graph, true)) known.add(id)
  }
  yield* known
}
