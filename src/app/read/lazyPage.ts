import type { Scope } from '../scope.ts'
import { listed, type ListPage } from './pages.ts'

/** A list that is walked rather than kept: how to begin, and the cursor of an item, of which the next one may be known. */
export interface Walk<T> {
  readonly size: number
  readonly isContinued: boolean
  readonly items: AsyncIterable<T>
  readonly cursor: (item: T, next: T | null) => string
  /** Null where counting would walk too far. */
  readonly totalCount: () => Promise<number | null>
}

/** Returns the page that a walk begins with. */
export async function lazyPage<T, R>(walk: Walk<T>, itemOf: (item: T) => R): Promise<ListPage<R>> {
  const results: T[] = []
  for await (const item of walk.items) {
    results.push(item)
    if (results.length > walk.size) break
  }
  const items = results.slice(0, walk.size)
  return {
    items: items.map((item, i) => listed(itemOf(item), () => walk.cursor(item, results[i + 1] ?? null))),
    hasNextPage: results.length > walk.size,
    hasPreviousPage: walk.isContinued,
    totalCount: walk.totalCount,
  }
}

/** Returns how many items a walk yields; null where they are more than a list is counted to. */
export async function countUpTo(scope: Scope, items: AsyncIterable<unknown>): Promise<number | null> {
  let count = 0
  for await (const _ of items) if (++count > scope.limits.count) return null
  return count
}
