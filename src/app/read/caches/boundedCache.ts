/** The values set last, a bounded number of them. */
export interface BoundedCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

/**
 * Returns a memory of the last `size` values, and of some before them: at most twice as many. Two maps take turns, for
 * one from which the oldest is deleted each time scans the places of all that were.
 */
export function boundedCache<V>(size: number): BoundedCache<V> {
  let near = new Map<string, V>()
  let older = new Map<string, V>()
  return {
    get: (key) => near.get(key) ?? older.get(key),
    set(key, value) {
      near.set(key, value)
      if (near.size < size) return
      older = near
      near = new Map()
    },
  }
}
