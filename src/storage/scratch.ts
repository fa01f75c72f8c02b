import { DatabaseSync } from '@photostructure/sqlite'

/** Entries of one map that are held in memory; older ones lie in the temporary database. */
const heldPerMap = 50_000

/** One named map. A value that was read must not be changed but set again. */
export interface ScratchMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  /** In no promised order; the map must not be changed meanwhile. */
  entries(): Iterable<readonly [string, V]>
}
type Database = InstanceType<typeof DatabaseSync>

/**
 * Returns named maps of any size in bounded memory: what was not used of late goes to a private temporary database,
 * which SQLite itself keeps on disk once it is large and removes when it is closed.
 */
export function openScratch(held = heldPerMap): {
  map<V>(name: string, most?: number): ScratchMap<V>
  close(): void
} {
  const maps = new Map<string, ScratchMap<unknown>>()
  let database: Database | null = null
  const opened = () => (database ??= openTemporary())
  return {
    map<V>(name: string, most = held): ScratchMap<V> {
      const known = maps.get(name) ?? spillingMap<unknown>(`map${maps.size}`, Math.min(held, most), opened)
      maps.set(name, known)
      return known as ScratchMap<V>
    },
    close() {
      database?.close()
      database = null
      maps.clear()
    },
  }
}

function openTemporary(): Database {
  const database = new DatabaseSync('')
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; BEGIN')
  return database
}

function spillingMap<V>(table: string, held: number, opened: () => Database): ScratchMap<V> {
  /** Those set or fetched last, and those before them, of which some have a newer value in `near`. */
  let near = new Map<string, V>()
  let older = new Map<string, V>()
  /** Those of which the table holds the present value. */
  const unchanged = new Set<string>()
  let far: Far | null = null

  const keep = (key: string, value: V): void => {
    near.set(key, value)
    if (near.size * 2 > held) age()
  }
  const age = (): void => {
    const distant = [...older].filter(([key]) => !near.has(key) && !unchanged.delete(key))
    // In the order of their keys they lie side by side in the table: each page is touched once.
    distant.sort(([a], [b]) => (a < b ? -1 : 1))
    if (distant.length > 0) far ??= openFar(opened(), table)
    for (const [key, value] of distant) far?.put(key, JSON.stringify(value))
    older = near
    near = new Map()
  }
  return {
    get(key) {
      const result = near.get(key) ?? older.get(key)
      if (result !== undefined || far === null) return result
      const json = far.get(key)
      if (json === undefined) return undefined
      const value = JSON.parse(json) as V
      unchanged.add(key)
      keep(key, value)
      return value
    },
    set(key, value) {
      if (far !== null) unchanged.delete(key)
      keep(key, value)
    },
    delete(key) {
      near.delete(key)
      older.delete(key)
      unchanged.delete(key)
      far?.remove(key)
    },
    *entries() {
      yield* near
      for (const [key, value] of older) if (!near.has(key)) yield [key, value] as const
      for (const [key, json] of far?.all() ?? [])
        if (!near.has(key) && !older.has(key)) yield [key, JSON.parse(json) as V] as const
    },
  }
}

/** A table of texts, with a filter that answers most questions for what is not there without asking SQLite. */
interface Far {
  get(key: string): string | undefined
  put(key: string, json: string): void
  remove(key: string): void
  all(): Iterable<readonly [string, string]>
}

function openFar(database: Database, table: string): Far {
  database.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`)
  const get = database.prepare(`SELECT value FROM ${table} WHERE key = ?`)
  const put = database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?)`)
  const remove = database.prepare(`DELETE FROM ${table} WHERE key = ?`)
  const page = database.prepare(`SELECT key, value FROM ${table} WHERE key > ? ORDER BY key LIMIT 500`)
  const filter = bloomFilter()
  return {
    get: (key) => (filter.mayHold(key) ? (get.get(key) as { value: string } | undefined)?.value : undefined),
    put(key, json) {
      filter.add(key)
      put.run(key, json)
    },
    remove: (key) => void remove.run(key),
    *all() {
      for (let after = ''; ;) {
        const rows = page.all(after) as { key: string; value: string }[]
        for (const { key, value } of rows) yield [key, value] as const
        const last = rows.at(-1)
        if (!last) return
        after = last.key
      }
    },
  }
}

/** Bits of the filter: enough for a million keys with one false answer in some hundred. */
const filterBits = 1 << 24

function bloomFilter(): { add(key: string): void; mayHold(key: string): boolean } {
  const bits = new Uint8Array(filterBits / 8)
  const has = (place: number): boolean => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
  const set = (place: number): void => void (bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7)))
  return {
    add(key) {
      const [a, b] = twoHashes(key)
      set(a & (filterBits - 1))
      set(b & (filterBits - 1))
      set((a + Math.imul(b, 3)) & (filterBits - 1))
    },
    mayHold(key) {
      const [a, b] = twoHashes(key)
      return has(a & (filterBits - 1)) && has(b & (filterBits - 1)) && has((a + Math.imul(b, 3)) & (filterBits - 1))
    },
  }
}

function twoHashes(key: string): readonly [number, number] {
  let a = 0x811c9dc5
  let b = 0x1000193
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 13)
  }
  return [a ^ (a >>> 15), b]
}
