import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenParts } from '../../compose.ts'

const pause = 100

/** Rebuilds the index and waits for it; answers from how many observations. */
export async function reindexed(
  search: OpenParts['search'],
  onProgress: (done: number, all: number) => void,
): Promise<number> {
  await search.reindex()
  const all = (await search.behind()) ?? 0
  for (;;) {
    const remaining = (await search.behind()) ?? 0
    onProgress(Math.max(0, all - remaining), all)
    if (remaining === 0) return all
    await sleep(pause)
  }
}
