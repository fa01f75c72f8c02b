import { keyNames } from '../../../domain/erasure/names.ts'
import type { Instant, Json } from '../../../domain/model.ts'
import type { Connection, SqlRow, SqlValue } from '../connection/connection.ts'
import * as sql from './keySql.ts'

/** A key as a row, and the names by which it is found. */
export interface KeyRows {
  readonly row: SqlRow
  readonly names: readonly string[]
}

/** Writes a key, which must not be there. */
export function writeKey(connection: Connection, tenant: number, { row, names }: KeyRows): void {
  connection.run(sql.addKey, tenant, ...row)
  for (const name of names) connection.run(sql.addKeyName, tenant, name, row[0] ?? null)
}

/** Deletes a key and the names by which it is found. */
export function dropKey(connection: Connection, tenant: number, key: SqlValue): void {
  const found = connection.get(sql.findKey, tenant, key)
  const names = found === null ? [] : keyNames(JSON.parse(String(found[3])) as Json)
  for (const name of names) connection.run(sql.dropKeyName, tenant, name, key)
  connection.run(sql.dropKey, tenant, key)
}

/** Which keys have expired: those that were bound before a time, the oldest first, or one alone. */
export interface ExpiredKeys {
  readonly before: Instant
  readonly limit: number
  readonly key: string | null
}

/** Deletes keys that have expired, and returns how many those were. */
export function dropExpired(connection: Connection, tenant: number, { before, limit, key }: ExpiredKeys): number {
  const expired =
    key === null
      ? connection.all(sql.expiredKeys.oldest, tenant, before, limit)
      : connection.all(sql.expiredKeys.one, tenant, before, key)
  for (const [name = null] of expired) dropKey(connection, tenant, name)
  return expired.length
}
