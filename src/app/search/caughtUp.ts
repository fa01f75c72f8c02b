import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchIndex } from '../../search/searchIndex.ts'

const pause = 50
/** An index that takes nothing in for so long is not waited for any longer: what it answers says how far behind it is. */
const patienceMs = 60_000

/** Told how many stored observations of all are in the index now. */
export type OnIndexed = (done: number, all: number) => void

/** Waits until an index holds what is stored, as long as that takes; answers how many observations it has taken in. */
export async function caughtUp(
  search: Pick<SearchIndex, 'follow' | 'behind'>,
  onProgress: OnIndexed,
  now: () => number = () => performance.now(),
): Promise<number> {
  search.follow()
  let all = (await search.behind()) ?? 0
  let [least, at] = [all, now()]
  for (let remaining = all; remaining > 0;) {
    onProgress(all - remaining, all)
    await sleep(pause)
    remaining = (await search.behind()) ?? 0
    all = Math.max(all, remaining)
    if (remaining < least) [least, at] = [remaining, now()]
    else if (now() - at > patienceMs) return all - remaining
  }
  return all
}
