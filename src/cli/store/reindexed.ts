import { caughtUp, type OnIndexed } from '../../app/search/caughtUp.ts'
import type { OpenParts } from '../../compose.ts'

/** Rebuilds the index and waits for it; answers from how many observations. */
export async function reindexed(search: OpenParts['search'], onProgress: OnIndexed): Promise<number> {
  await search.reindex()
  return caughtUp(search, onProgress)
}
