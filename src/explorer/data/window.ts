/** What of a list is loaded: one piece without a gap, from its end on. */
export interface Window<T> {
  readonly items: readonly T[]
  readonly start: string | null
  readonly end: string | null
  readonly older: boolean
  readonly newer: boolean
  readonly total: number | null
}

/** A page, as the API returns it. */
interface Page<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor?: string | null | undefined
    readonly endCursor?: string | null | undefined
  }
  readonly totalCount?: number | null | undefined
}

/** Returns a page as a window of its own. */
export function windowOf<T>({ nodes, pageInfo, totalCount }: Page<T>): Window<T> {
  return {
    items: nodes,
    start: pageInfo.startCursor ?? null,
    end: pageInfo.endCursor ?? null,
    older: pageInfo.hasPreviousPage,
    newer: pageInfo.hasNextPage,
    total: totalCount ?? null,
  }
}

/** Returns a window with an older page before it. */
export function withOlder<T>(window: Window<T>, page: Window<T>): Window<T> {
  return {
    ...window,
    items: [...page.items, ...window.items],
    start: page.start ?? window.start,
    older: page.older,
  }
}

/**
 * Returns a window brought up to date with the path's last page. Where both overlap, what is older stays; where they do
 * not, as behind a rewind or after many turns at once, the page stands alone.
 */
export function withEnd<T>(window: Window<T>, page: Window<T>, keyOf: (item: T) => string): Window<T> {
  const [first] = page.items
  const from = first === undefined ? -1 : window.items.findIndex((item) => keyOf(item) === keyOf(first))
  if (from < 0) return page
  return {
    ...page,
    items: [...window.items.slice(0, from), ...page.items],
    start: window.start,
    older: window.older,
  }
}
