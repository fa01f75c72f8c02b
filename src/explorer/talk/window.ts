import type { TranscriptQuery } from '../documents/generated.ts'

type Page = NonNullable<TranscriptQuery['conversation']>['transcript']
/** One place of the transcript, as it is shown. */
export type Entry = Page['edges'][number]['node']

/** What of a path is loaded: one piece without a gap. */
export interface Window {
  readonly entries: readonly Entry[]
  readonly start: string | null
  readonly end: string | null
  readonly older: boolean
  readonly newer: boolean
  readonly total: number
}

/** Returns a page as a window of its own. */
export function windowOf({ edges, pageInfo, totalCount }: Page): Window {
  return {
    entries: edges.map(({ node }) => node),
    start: pageInfo.startCursor ?? null,
    end: pageInfo.endCursor ?? null,
    older: pageInfo.hasPreviousPage,
    newer: pageInfo.hasNextPage,
    total: totalCount,
  }
}

/** Returns a window with an older page before it. */
export function withOlder(window: Window, page: Window): Window {
  return {
    ...window,
    entries: [...page.entries, ...window.entries],
    start: page.start ?? window.start,
    older: page.older,
  }
}

/**
 * Returns a window brought up to date with the path's last page. Where both overlap, what is older stays; where they do
 * not, as behind a rewind or after many turns at once, the page stands alone.
 */
export function withEnd(window: Window, page: Window): Window {
  const first = page.entries[0]
  const from = window.entries.findIndex(({ observation }) => observation.id === first?.observation.id)
  if (from < 0) return page
  return {
    ...page,
    entries: [...window.entries.slice(0, from), ...page.entries],
    start: window.start,
    older: window.older,
  }
}
