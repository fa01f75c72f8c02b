import { AsyncLocalStorage } from 'node:async_hooks'
import type { Record as DriverRecord } from 'neo4j-driver'
import type { Followers, Sight } from '../../sight.ts'

/** The bookmarks that the database gave for a statement, by what the statement returned. */
const bookmarksByAnswer = new WeakMap<object, readonly string[]>()

/** Returns what a statement returned, once its bookmarks are noted beside it. */
export function withBookmarks<T>(returned: T, bookmarks: readonly string[]): T {
  if (typeof returned === 'object' && returned !== null) bookmarksByAnswer.set(returned, bookmarks)
  return returned
}

/** Which request asks, and what it may be answered by. */
export interface Sights extends Followers {
  /** What the request that asks now has seen; null where that is not recorded. */
  readonly current: () => Sight | null
}

/** Returns what keeps the sight of each request apart from the others'. */
export function createSights(): Sights {
  const storage = new AsyncLocalStorage<Sight>()
  return { within: (sight, call) => storage.run(sight, call), current: () => storage.getStore() ?? null }
}

/** Notes in a sight what a statement has seen, which covers what was seen when it began. */
export function noteSight(sight: Sight | null, before: readonly string[], returned: object): void {
  sight?.saw(before, bookmarksByAnswer.get(returned) ?? [])
}

type Read = (bookmarks: readonly string[]) => Promise<DriverRecord[]>

/**
 * Reads for a request: on a follower where it may, and at the leader where it may not, or the follower does not answer. What
 * is wrong with a follower is no reason for a refusal.
 */
export async function readFor(
  sight: Sight,
  atFollower: Read,
  atLeader: () => Promise<DriverRecord[]>,
): Promise<DriverRecord[]> {
  const before = sight.bookmarks()
  const followed = sight.mayFollow ? await atFollower(before).catch(() => null) : null
  const records = followed ?? (await atLeader())
  noteSight(sight, before, records)
  return records
}
