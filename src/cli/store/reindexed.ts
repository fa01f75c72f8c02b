import { caughtUp, type OnIndexed } from '../../app/search/caughtUp.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { OpenParts } from '../../compose.ts'
import { counted } from '../text.ts'

/** Rebuilds the index and waits for it; answers from how many observations. Fails where it holds them not yet, and takes no more in. */
export async function reindexed(
  search: Pick<OpenParts['search'], 'reindex' | 'follow' | 'behind'>,
  onProgress: OnIndexed,
  now?: () => number,
): Promise<number> {
  await search.reindex()
  const { taken, behind } = await caughtUp(search, onProgress, now)
  if (behind === 0) return taken
  const lacks =
    behind === null ? 'whether it holds all is not known' : `it lacks ${counted(behind, 'observation', 'observations')}`
  const message = `The index was emptied and is not rebuilt: ${lacks}, and it takes no more in. The next search goes on with it.`
  throw new CommandFailed('STORE_UNAVAILABLE', message, { taken, behind })
}
