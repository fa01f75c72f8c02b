import type { Scope } from '../scope.ts'
import { listed, type Page } from './pages.ts'

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
export async function lazyPage<T, R>(walk: Walk<T>, shown: (item: T) => R): Promise<Page<R>> {
  const found: T[] = []
  for await (const item of walk.items) {
    found.push(item)
    if (found.length > walk.size) break
  }
  const items = found.slice(0, walk.size)
  return {
    items: items.map((item, i) => listed(shown(item), () => walk.cursor(item, found[i + 1] ?? null))),
    hasNextPage: found.length > walk.size,
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
