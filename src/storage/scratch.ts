import { DatabaseSync } from '@photostructure/sqlite'

/** Entries of one map that are held in memory; older ones lie in the temporary database. */
const heldPerMap = 20_000

/** One named map. A value that was read must not be changed but set anew. */
export interface ScratchMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  readonly size: number
  entries(): Iterable<readonly [string, V]>
}

/**
 * Returns named maps of any size in bounded memory: what was not used of late goes to a private temporary database,
 * which SQLite itself keeps on disk once it is large and removes when it is closed.
 */
export function openScratch(held = heldPerMap): { map<V>(name: string): ScratchMap<V>; close(): void } {
  const tables = new Map<string, ScratchMap<unknown>>()
  let database: InstanceType<typeof DatabaseSync> | null = null
  const opened = () => (database ??= openTemporary())
  return {
    map<V>(name: string): ScratchMap<V> {
      const known = tables.get(name) ?? spillingMap<unknown>(`map${tables.size}`, held, opened)
      tables.set(name, known)
      return known as ScratchMap<V>
    },
    close() {
      database?.close()
      database = null
      tables.clear()
    },
  }
}

function openTemporary(): InstanceType<typeof DatabaseSync> {
  const database = new DatabaseSync('')
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; BEGIN')
  return database
}

function spillingMap<V>(table: string, held: number, opened: () => InstanceType<typeof DatabaseSync>): ScratchMap<V> {
  /** Least lately used first; `stored` are those whose present value lies in the database as well. */
  const near = new Map<string, V>()
  const stored = new Set<string>()
  let size = 0
  let far: ReturnType<typeof statements> | null = null
  const farther = () => (far ??= statements(opened(), table))

  const fromFar = (key: string): V | undefined => {
    const row = far?.get.get(key) as { value: string } | undefined
    return row === undefined ? undefined : (JSON.parse(row.value) as V)
  }
  const keep = (key: string, value: V) => {
    near.delete(key)
    near.set(key, value)
    if (near.size > held) spill()
  }
  const spill = () => {
    let left = held >> 1
    for (const [key, value] of near) {
      if (left-- === 0) break
      if (!stored.delete(key)) farther().put.run(key, JSON.stringify(value))
      near.delete(key)
    }
  }
  const get = (key: string): V | undefined => {
    const found = near.get(key)
    if (found !== undefined) return found
    const value = fromFar(key)
    if (value !== undefined) {
      stored.add(key)
      keep(key, value)
    }
    return value
  }
  return {
    get,
    set(key, value) {
      if (get(key) === undefined) size++
      stored.delete(key)
      keep(key, value)
    },
    delete(key) {
      if (get(key) === undefined) return
      size--
      near.delete(key)
      stored.delete(key)
      far?.remove.run(key)
    },
    get size() {
      return size
    },
    *entries() {
      for (const [key, value] of near) if (!stored.has(key)) yield [key, value] as const
      if (far === null) return
      for (let after = ''; ;) {
        const rows = far.page.all(after) as { key: string; value: string }[]
        for (const row of rows)
          if (!near.has(row.key) || stored.has(row.key)) yield [row.key, JSON.parse(row.value) as V] as const
        const last = rows.at(-1)
        if (!last) return
        after = last.key
      }
    },
  }
}

function statements(database: InstanceType<typeof DatabaseSync>, table: string) {
  database.exec(`CREATE TABLE ${table} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`)
  return {
    get: database.prepare(`SELECT value FROM ${table} WHERE key = ?`),
    put: database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?)`),
    remove: database.prepare(`DELETE FROM ${table} WHERE key = ?`),
    page: database.prepare(`SELECT key, value FROM ${table} WHERE key > ? ORDER BY key LIMIT 500`),
  }
}
