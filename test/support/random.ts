/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(items: readonly T[]) => T
}

/** Returns the random numbers of a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
