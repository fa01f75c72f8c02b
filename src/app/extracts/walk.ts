import { ReadTooLarge, type Walked, type WalkedKind, type WalkPage } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'

const pageLength = 500

/** Yields all that a tenant has of a kind, page by page; what reads remembered of a page is forgotten after it. */
export async function* walk<K extends WalkedKind>(scope: Scope, kind: K): AsyncGenerator<readonly Walked[K][]> {
  for (let after: string | null = null; ;) {
    scope.signal?.throwIfAborted()
    const page: WalkPage<K> = await pageAfter(scope, kind, after)
    yield page.items
    scope.reads.clear()
    if (page.next === null) return
    after = page.next
  }
}

/** A page that is more than the store brings at once is asked for in a smaller one. */
async function pageAfter<K extends WalkedKind>(scope: Scope, kind: K, after: string | null): Promise<WalkPage<K>> {
  for (let limit = pageLength; ; limit = Math.max(1, limit >> 3))
    try {
      return await scope.store.walk(kind, { after, limit })
    } catch (thrown) {
      if (!(thrown instanceof ReadTooLarge) || limit === 1) throw thrown
    }
}
