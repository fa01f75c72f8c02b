import type { Lists, ListKey, RelationshipList } from '../../../storage/graphStore.ts'
import type { Relationship } from '../../../domain/records/relationship.ts'
import type { TenantStore } from '../../../storage/tenantStore.ts'
import { splitBatch } from '../../read/loaders.ts'
import { walkPages, type PageRequest } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'

const atOnce = 500

/** The lists that a conversation's contents are read from, and where each of their items stands. */
const keys = {
  messagesOfConversation: ({ createdAt, id }) => ({ sort: createdAt, id }),
  observationsOfConversation: ({ ingestedAt, id }) => ({ sort: ingestedAt, id }),
  ledger: ({ seq, id }) => ({ sort: seq ?? 0, id }),
  runsOfConversation: ({ claimedAt, runId }) => ({ sort: claimedAt, id: runId }),
  sidechains: ({ createdAt, id }) => ({ sort: createdAt, id }),
  factsOf: ({ observedAt, id }) => ({ sort: observedAt, id }),
} as const satisfies { readonly [N in keyof Lists]?: (item: Lists[N]) => ListKey }

/** Yields all of a list, a page at once, as the store has it now. */
export async function* pagesOf<N extends keyof typeof keys>(
  { store, signal }: Scope,
  list: N,
  owner: string,
): AsyncGenerator<readonly Lists[N][]> {
  const keyOf = keys[list] as (item: Lists[N]) => ListKey
  const read = async (page: PageRequest): Promise<Lists[N][]> => {
    signal?.throwIfAborted()
    return (await store.lists<N>([{ list, owner, ...page }]))[0] ?? []
  }
  for await (const page of walkPages(read, keyOf, { limit: atOnce })) if (page.length > 0) yield page
}

/** Yields the relationships of lists, those of all of them together a page at once. */
export async function* relationshipPages(
  { store, signal }: Scope,
  lists: readonly RelationshipList[],
): AsyncGenerator<readonly Relationship[]> {
  const limit = 100
  const open: { readonly list: RelationshipList; readonly after: ListKey | null }[] = lists.map((list) => ({
    list,
    after: null,
  }))
  while (open.length > 0) {
    signal?.throwIfAborted()
    const now = open.splice(0, atOnce)
    const pages = await relationshipsOf(store, now, limit)
    yield pages.flat()
    for (const [i, page] of pages.entries()) {
      const last = page.length < limit ? undefined : page.at(-1)
      const one = now[i]
      if (last && one) open.push({ list: one.list, after: { sort: last.changedAt, id: last.id } })
    }
  }
}

const relationshipsOf = (
  store: TenantStore,
  open: readonly { readonly list: RelationshipList; readonly after: ListKey | null }[],
  limit: number,
) =>
  splitBatch(
    open.map(({ list, after }) => ({ ...list, after, limit })),
    (some) => store.relationshipLists(some),
  )
