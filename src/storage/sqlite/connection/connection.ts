import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import { inputMark } from '../../../domain/access/keyedDigest.ts'
import { rowSum } from '../writing/rowChecksum.ts'
import { unpackedText } from '../stateRecords/packedText.ts'
import { ReadTooLarge } from '../../graphStore.ts'
import { textOfBytes } from './values.ts'

export type SqlValue = null | number | string | Uint8Array
export type SqlRow = readonly SqlValue[]

/** One connection with its prepared statements. Rows are arrays, in the order of the selected columns. */
export interface Connection {
  /** Ids and hashes, which lie there as bytes, come as text. */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | null
  all(sql: string, ...values: readonly SqlValue[]): SqlRow[]
  /** The same, one by one, as they are asked for; with `bytes` those lie in rows as they are. */
  each(sql: string, values: readonly SqlValue[], bytes: boolean): IterableIterator<SqlRow>
  /** Rows with all bytes as they are. */
  allBytes(sql: string, ...values: readonly SqlValue[]): SqlRow[]
  /** Answers how many rows the statement changed. */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** Runs statements that are used once. */
  exec(sql: string): void
  inTransaction(): boolean
  /** From here on rows may hold `most` characters together; the one that passes it throws, unless it is the first. */
  allow(most: number): void
  close(): void
}

/** What is deleted or written over does not stay in the file. */
export const secureDelete = 'PRAGMA secure_delete = ON;'

/** How long a statement waits for another process's lock. */
const busyTimeout = 5_000

/** What a savepoint keeps of changed pages would go to a temporary file from 64 KB on, which one append reaches. */
const writerPragmas = `
  ${secureDelete}
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA wal_autocheckpoint = 16000;`

/** Bytes of the file that a writer keeps in memory unless it is said; a reader keeps half of them. */
export const usualCacheBytes = 64 * 1024 * 1024

const cacheOf = (bytes: number) => `PRAGMA cache_size = -${Math.max(1, Math.floor(bytes / 1024))};`

/** Returns a connection to the file; only a writer's may change it. */
export function connect(path: string, role: 'writer' | 'reader', cacheBytes = usualCacheBytes): Connection {
  const database = new DatabaseSync(path, { timeout: busyTimeout })
  try {
    database.function('input_mark', { deterministic: true }, (nameKey: string, digest: string) =>
      inputMark(nameKey, digest),
    )
    database.function('row_sum', { deterministic: true, varargs: true, useBigIntArguments: true }, rowSum)
    database.function('unpacked_text', { deterministic: true }, unpackedText)
    database.exec(
      role === 'writer' ? writerPragmas + cacheOf(cacheBytes) : `PRAGMA query_only = ON; ${cacheOf(cacheBytes / 2)}`,
    )
  } catch (error) {
    database.close()
    throw error
  }
  return connectionOf(database)
}

function connectionOf(database: InstanceType<typeof DatabaseSync>): Connection {
  const statements = new Map<string, StatementSyncInstance>()
  const prepared = (sql: string): StatementSyncInstance => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement
  }
  let [left, isFirst] = [Infinity, true]
  const taken = (row: SqlValue[]): SqlRow => {
    left -= characterCount(row)
    if (left < 0 && !isFirst) throw new ReadTooLarge('This is more than the store reads at once.')
    isFirst = false
    return row
  }
  return {
    get: (sql, ...values) => {
      const row = prepared(sql).get(...values) as SqlValue[] | undefined
      return row === undefined ? null : taken(row)
    },
    // One by one: what is too much is not even read.
    all: (sql, ...values) => Array.from(prepared(sql).iterate(...values) as Iterable<SqlValue[]>, taken),
    *each(sql, values, bytes) {
      for (const row of prepared(sql).iterate(...values) as Iterable<SqlValue[]>) yield bytes ? row : taken(row)
    },
    allBytes: (sql, ...values) => prepared(sql).all(...values) as SqlRow[],
    run: (sql, ...values) => prepared(sql).run(...values).changes,
    exec: (sql) => database.exec(sql),
    inTransaction: () => database.isTransaction,
    allow: (most) => {
      ;[left, isFirst] = [most, true]
    },
    close: () => database.close(),
  }
}

/** Makes text of bytes, in place, for these are the hottest rows; returns how many characters the row holds. */
function characterCount(row: SqlValue[]): number {
  let characters = 0
  for (let k = 0; k < row.length; k++) {
    const value = row[k]
    if (typeof value === 'string') characters += value.length
    else if (value instanceof Uint8Array) row[k] = textOfBytes(value)
  }
  return characters
}

/** Gives back, as far as it can, what a connection holds of the file. */
export function shrinkMemory(connection: Connection): void {
  connection.exec('PRAGMA shrink_memory')
}

/** Brings the log into the file and empties it; answers whether it is empty: who reads on from before keeps what it held then. */
export function isLogEmptied(connection: Connection): boolean {
  return Number(connection.get('PRAGMA wal_checkpoint(TRUNCATE)')?.[0]) === 0
}

/** Returns the primary result code of an error that SQLite gave, null for any other. */
export function resultCode(error: unknown): number | null {
  const code = extendedCode(error)
  return code === null ? null : code & 0xff
}

/** Returns the whole result code of an error that SQLite gave, null for any other. */
export function extendedCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code : null
}
