import { ReadTooLarge } from '../../storage/graphStore.ts'

/** Asks for all at once; where that is more than the store brings at once, for one half after the other. */
export async function splitBatch<K, V>(
  keys: readonly K[],
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<readonly V[]> {
  try {
    return await load(keys)
  } catch (thrown) {
    if (!(thrown instanceof ReadTooLarge) || keys.length < 2) throw thrown
    const middle = keys.length >> 1
    const first = await splitBatch(keys.slice(0, middle), load)
    return [...first, ...(await splitBatch(keys.slice(middle), load))]
  }
}

/** Asks in portions that weigh no more than `most` together, one after the other; one that weighs more goes alone. */
export async function splitPortions<K, V>(
  keys: readonly K[],
  weightOf: (key: K) => number,
  most: number,
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): Promise<V[]> {
  const results: V[] = []
  for (let begin = 0, end = 0; begin < keys.length; begin = end) {
    for (let weight = 0; end < keys.length; end++) {
      weight += weightOf(keys[end] as K)
      if (weight > most && end > begin) break
    }
    results.push(...(await splitBatch(keys.slice(begin, end), load)))
  }
  return results
}

/** Asks for so many things that belong together; null where that is more than the store brings at once. */
export async function ifItFits<V>(size: number, load: () => Promise<V>): Promise<V | null> {
  try {
    return await load()
  } catch (thrown) {
    if (thrown instanceof ReadTooLarge && size > 1) return null
    throw thrown
  }
}
