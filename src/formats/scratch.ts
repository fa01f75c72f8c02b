/**
 * Room for what an importer must remember of a file, however large: named maps from text to plain values. A value
 * that was read must not be changed but set anew.
 */
export interface Scratch {
  map<V>(name: string): ScratchMap<V>
  close(): void
}
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
