import type { Expected } from '../../../domain/changes.ts'
import type { VersionedKind, WriteRefusal } from '../../graphStore.ts'
import type { Connection, SqlRow, SqlValue } from '../connection/connection.ts'
import { insertSummed, setSummed } from '../writing/rowChecksum.ts'
import { listSql, type ListShape, type ListSql } from '../lists/listStatement.ts'
import { own } from '../../../runtime/own.ts'

/** Why a record was not written. */
export type Refused = Extract<WriteRefusal, { kind: 'recordsChanged' | 'guardChanged' | 'attachmentGone' }>

/** A kind of record in a table of its own: all that the store must know to read and write it. */
export interface Table<T, C, K = string, N = null> {
  /** Makes the table. Never edited once released: a step of the schema alters it. */
  readonly create: string
  /** Finds one: `?1` is the tenant, what follows is its key. */
  readonly byKey: string
  /** Finds all of a tenant. */
  readonly all: string
  readonly count: string
  readonly keyOf: (key: K) => SqlRow
  readonly read: (row: SqlRow) => T
  /** What is answered where there is none. */
  readonly nothing: N
  /** A change as the writer's thread is sent it. */
  readonly rowOf: (change: C) => SqlRow
  /** Writes a change on that thread, and returns why not, or null. */
  readonly write: (connection: Connection, tenant: number, row: SqlRow) => Refused | null
  /** The statements of `write`. */
  readonly writes: readonly string[]
  /** About how many rows a change writes, indexes included. */
  readonly weight: number
}

/** A list of records with how each is read. */
export interface RecordList<T> {
  readonly sql: ListSql
  readonly read: (row: SqlRow) => T
}

/** The columns of a table, by the names that they have in a row: `createdAt` stands in `created_at`. */
export interface Shape<T, R extends object> {
  readonly table: string
  /** What finds one, beside the tenant. */
  readonly key: readonly (keyof R & string)[]
  /** What else is read. */
  readonly columns: readonly (keyof R & string)[]
  /** What stands there for indexes alone. */
  readonly unread?: readonly (keyof R & string)[]
  readonly rowOf: (value: T) => R
  readonly valueOf: (row: R) => T
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const sqlValue = (value: unknown): SqlValue => (typeof value === 'boolean' ? Number(value) : (value as SqlValue))

/** Returns what is made of the columns of a table. `?1` is the tenant, then come the key and the other columns. */
export function columnsOf<T, R extends object>({ table, key, columns, unread = [], rowOf, valueOf }: Shape<T, R>) {
  const readable = [...key, ...columns]
  const written = [...readable, ...unread]
  const selected = readable.map(snake).join(', ')
  const placeholders = ['tenant', ...written].map((name, k) => [snake(name), `?${k + 1}`] as const)
  const valuesByColumn = Object.fromEntries(placeholders)
  const summed = Object.keys(valuesByColumn)
  const conditions = placeholders.slice(0, key.length + 1).map(([column, value]) => `${column} = ${value}`)
  const match = `WHERE ${conditions.join(' AND ')}`
  const read = (row: SqlRow): T => {
    return valueOf(Object.fromEntries(readable.map((name, k) => [name, row[k]])) as R)
  }
  return {
    byKey: `SELECT ${selected} FROM ${table} ${match}`,
    all: `SELECT ${selected} FROM ${table} WHERE tenant = ?1`,
    count: `SELECT count(*) FROM ${table}`,
    insert: insertSummed(table, valuesByColumn),
    /** Ends with the condition, to which more may be added: the first parameter that is free is `next`. */
    update: `UPDATE ${table} SET ${setSummed(summed, Object.fromEntries(placeholders.slice(key.length + 1)))} ${match}`,
    next: `?${written.length + 2}`,
    summed,
    read,
    values: (value: T): SqlValue[] => {
      const row = rowOf(value)
      return written.map((name) => sqlValue(own(row as Readonly<Record<string, unknown>>, name)))
    },
    list: (
      shape: Omit<ListShape, 'columns' | 'newestFirst'> & Partial<Pick<ListShape, 'newestFirst'>>,
    ): RecordList<T> => ({
      sql: listSql({ columns: selected, newestFirst: true, ...shape }),
      read,
    }),
  }
}

/** What a table with one key that is text has, whatever is written there. */
export const oneKey = { keyOf: (key: string): SqlRow => [key], nothing: null, weight: 1 } as const

/** Returns the table of what is written only while it has the version that was read, or while it is not there. */
export function versioned<T, R extends { readonly version: number }>(
  what: VersionedKind,
  { create, ...shape }: Shape<T, R> & { readonly create: string },
): Table<T, Expected<T>> {
  const columns = columnsOf(shape)
  const add = `${columns.insert} ON CONFLICT (tenant, ${shape.key.map(snake).join(', ')}) DO NOTHING`
  const change = `${columns.update} AND version = ${columns.next}`
  return {
    ...oneKey,
    create,
    ...columns,
    rowOf: ({ expected, value }) => [...columns.values(value), expected],
    write: (connection, tenant, row) => {
      const isNew = row.at(-1) === null
      const done = isNew ? connection.run(add, tenant, ...row.slice(0, -1)) : connection.run(change, tenant, ...row)
      return done === 1 ? null : { kind: 'recordsChanged', what, id: String(row[0]) }
    },
    writes: [add, change],
  }
}
