import { AsyncLocalStorage } from 'node:async_hooks'
import type { Record as DriverRecord } from 'neo4j-driver'
import type { Followers, Causality } from '../../causality.ts'

/** The bookmarks that the database gave for a statement, by what the statement returned. */
const bookmarksByAnswer = new WeakMap<object, readonly string[]>()

/** Returns what a statement returned, once its bookmarks are noted beside it. */
export function withBookmarks<T>(returned: T, bookmarks: readonly string[]): T {
  if (typeof returned === 'object' && returned !== null) bookmarksByAnswer.set(returned, bookmarks)
  return returned
}

/** Which request asks, and what it may be answered by. */
export interface RequestCausality extends Followers {
  /** The causality of the request that asks now; null where none is recorded. */
  readonly current: () => Causality | null
}

/** Returns what keeps the causality of each request apart from the others'. */
export function trackCausality(): RequestCausality {
  const storage = new AsyncLocalStorage<Causality>()
  return { within: (causality, call) => storage.run(causality, call), current: () => storage.getStore() ?? null }
}

/** Records the bookmarks that a statement returned, which cover those that it began with. */
export function recordBookmarks(causality: Causality | null, before: readonly string[], returned: object): void {
  causality?.record(before, bookmarksByAnswer.get(returned) ?? [])
}

type Read = (bookmarks: readonly string[]) => Promise<DriverRecord[]>

/**
 * Reads for a request: on a follower where it may, and at the leader where it may not, or the follower does not answer. What
 * is wrong with a follower is no reason for a refusal.
 */
export async function readFor(
  causality: Causality,
  atFollower: Read,
  atLeader: () => Promise<DriverRecord[]>,
): Promise<DriverRecord[]> {
  const before = causality.bookmarks()
  const followed = causality.mayFollow ? await atFollower(before).catch(() => null) : null
  const records = followed ?? (await atLeader())
  recordBookmarks(causality, before, records)
  return records
}
