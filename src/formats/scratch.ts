/**
 * Room for what an importer must remember of a file, however large: named maps from text to plain values. A value
 * that was read must not be changed but set again.
 */
export interface Scratch {
  /** Returns the map of that name; `held` of its entries at most, about, are in memory where another number is not said. */
  map<V>(name: string, held?: number): ScratchMap<V>
  close(): void
}

/** Entries in memory of a map that has some for each conversation of a file: most are asked for in the order of the file. */
export const heldInOrder = 4000

export interface ScratchMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  /** In no promised order; not to be changed meanwhile. */
  entries(): Iterable<readonly [string, V]>
}

/** Returns a scratch in memory. */
export function memoryScratch(): Scratch {
  const maps = new Map<string, Map<string, unknown>>()
  return {
    map<V>(name: string): ScratchMap<V> {
      const map = (maps.get(name) ?? new Map<string, V>()) as Map<string, V>
      maps.set(name, map)
      return map
    },
    close: () => maps.clear(),
  }
}
