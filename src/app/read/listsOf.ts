import type { ListName, Lists } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { placeIn } from './lists.ts'
import { splitBatch } from './loaders.ts'
import { allOf, unkept, walkList } from './walkList.ts'

const ownersAtOnce = 250

/** Yields a list of each owner, whole, read for many owners at once: for walks over so many that one call each takes long. */
export async function* listsOf<N extends ListName>(
  scope: Scope,
  list: N,
  owners: readonly string[],
  pageLength = 100,
): AsyncGenerator<readonly [owner: string, items: readonly Lists[N][]]> {
  for (let from = 0; from < owners.length; from += ownersAtOnce) {
    scope.signal?.throwIfAborted()
    const some = owners.slice(from, from + ownersAtOnce)
    const pages = await splitBatch(some, (part) =>
      scope.store.lists(part.map((owner) => ({ list, owner, after: null, limit: pageLength }))),
    )
    for (const [i, owner] of some.entries()) {
      const page = pages[i] ?? []
      const last = page.length < pageLength ? undefined : page.at(-1)
      if (last === undefined) yield [owner, page]
      else {
        const after = placeIn(list, last)
        yield [owner, [...page, ...(await allOf(walkList(unkept(scope), list, owner, { limit: pageLength, after })))]]
      }
    }
  }
}
