import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchIndex } from '../../search/searchIndex.ts'

/** How often the index is asked, in milliseconds. */
const pollMs = 50
/** An index that makes no progress for so long is not waited for any longer: what it answers says how far behind it is. */
const maxStallMs = 60_000

/** Told how many stored observations of all are in the index now. */
export type OnIndexed = (done: number, all: number) => void

/** What came of waiting for an index. */
export interface CaughtUp {
  /** Observations that it has taken in meanwhile. */
  readonly taken: number
  /** Those that it has not, as nothing moved any more; null: not known. */
  readonly behind: number | null
}

/** Waits until an index holds what is stored, as long as that takes; where it is not known whether it does, so long as one that stands still. */
export async function caughtUp(
  search: Pick<SearchIndex, 'follow' | 'behind'>,
  onProgress: OnIndexed,
  now: () => number = () => performance.now(),
): Promise<CaughtUp> {
  search.follow()
  let behind = await search.behind()
  let all = behind ?? 0
  let [least, at] = [behind ?? Infinity, now()]
  while (behind !== 0) {
    if (behind !== null) onProgress(all - behind, all)
    await sleep(pollMs)
    behind = await search.behind()
    all = Math.max(all, behind ?? 0)
    if (behind !== null && behind < least) [least, at] = [behind, now()]
    else if (now() - at > maxStallMs) break
  }
  return { taken: all - (behind ?? 0), behind }
}
