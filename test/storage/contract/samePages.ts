import assert from 'node:assert/strict'
import type { ListKey } from '../../../src/storage/graphStore.ts'
import type { Listed } from '../../support/records/lists.ts'

/** Walks a list in pages of uneven sizes: each goes on behind the key of the one before, and behind the last there is nothing. */
export async function samePages<T>(
  all: readonly Listed<T>[],
  page: (after: ListKey | null, limit: number) => Promise<unknown>,
  list: string,
): Promise<void> {
  const sizes = [1, 4, 2, 7, 3, 30]
  for (let [at, k] = [0, 0]; at < all.length; k++) {
    const limit = sizes[k % sizes.length] ?? 1
    const items = all.slice(at, at + limit).map(({ item }) => item)
    assert.deepEqual(await page(all[at - 1]?.key ?? null, limit), items, `${list} after ${at}`)
    at += limit
  }
  if (all.length > 0) assert.deepEqual(await page(all.at(-1)?.key ?? null, 5), [], `${list} behind its end`)
}
