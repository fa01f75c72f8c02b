import type { Scope } from '../scope.ts'
import { listed, type Page } from './pages.ts'

/** A list that is walked rather than kept: how to begin, and the cursor of an item, of which the next one may be known. */
export interface Walk<T> {
  readonly size: number
  readonly isContinued: boolean
  readonly items: AsyncIterable<T>
  readonly cursor: (item: T, next: T | null) => string
  /** The whole list, from its beginning. */
  readonly all: () => AsyncIterable<unknown>
}

/** Returns the page that a walk begins with; `totalCount` is null where counting would walk too far. */
export async function lazyPage<T, R>(scope: Scope, walk: Walk<T>, shown: (item: T) => R): Promise<Page<R>> {
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
    totalCount: () => countUpTo(walk.all(), scope.limits.count),
  }
}

async function countUpTo(items: AsyncIterable<unknown>, limit: number): Promise<number | null> {
  let count = 0
  for await (const _ of items) if (++count > limit) return null
  return count
}
