/** Statements that find state records. Kinds and keys are compared by their UTF-8 bytes, as their columns' collation does. */
import type { StateRecordRange } from '../../../domain/records/stateRecord.ts'
import type { StateRecordKindRequest, StateRecordListRequest } from '../../graphStore.ts'
import type { SqlValue } from '../connection/connection.ts'
import { own } from '../../../runtime/own.ts'
import { unpackedSql } from './packedText.ts'

/** A statement with its parameters. */
export interface SqlRequest {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** What is read of a record; bytes as their digits, for those of a row are taken for an id. */
export const columns = `r.conversation_id, r.kind, r.key, r.version, r.parent_key, r.observation_id, r.stored_at,
  iif(typeof(r.value) = 'text', ${unpackedSql('r.value')}, NULL), iif(typeof(r.value) = 'blob', hex(r.value), NULL)`

/** Behind every text that begins with the bytes before it: no byte of UTF-8 is as high. */
const highest = 0xff
const bytesBehind = (prefix: string): Uint8Array => Buffer.concat([Buffer.from(prefix), Buffer.of(highest)])
/** The next text behind this one: none has the byte 0. */
const nextBytes = (text: string): Uint8Array => Buffer.concat([Buffer.from(text), Buffer.of(0)])

/** Collects conditions with their parameters. */
class Conditions {
  readonly values: SqlValue[] = []
  readonly #all: string[] = []
  value(value: SqlValue): string {
    return `?${this.values.push(value)}`
  }
  text(bytes: Uint8Array): string {
    return `CAST(${this.value(bytes)} AS TEXT)`
  }
  add(condition: string): void {
    this.#all.push(condition)
  }
  get where(): string {
    return this.#all.join(' AND ')
  }
}

/** Over all conversations the rows are found by their kind, and each must be of one that is not deleted. */
const tables = {
  one: 'FROM state_records r',
  all: `FROM state_records r INDEXED BY state_records_by_kind
    CROSS JOIN conversations c ON c.tenant = r.tenant AND c.id = r.conversation_id AND c.deleted = 0`,
}
const scopeOf = ({ conversationId }: Pick<StateRecordRange, 'conversationId'>) =>
  conversationId === null ? 'all' : 'one'
/** As the index of records over all conversations says it. */
const isNoPart = `r.kind NOT GLOB '*.part'`

function conditionsOf(tenant: number, range: StateRecordRange): Conditions {
  const { conversationId, kind, kindPrefix, keys, keyPrefix, beforeKey } = range
  const conditions = new Conditions()
  conditions.add(`r.tenant = ${conditions.value(tenant)}`)
  if (conversationId === null) conditions.add(isNoPart)
  else conditions.add(`r.conversation_id = ${conditions.value(conversationId)}`)
  if (kind !== null) conditions.add(`r.kind = ${conditions.value(kind)}`)
  if (kindPrefix !== null) addPrefix(conditions, 'r.kind', kindPrefix)
  if (keys !== null) conditions.add(`r.key IN (SELECT value FROM json_each(${conditions.value(JSON.stringify(keys))}))`)
  if (keyPrefix !== null) addPrefix(conditions, 'r.key', keyPrefix)
  if (beforeKey !== null) conditions.add(`r.key < ${conditions.value(beforeKey)}`)
  return conditions
}

function addPrefix(conditions: Conditions, column: string, prefix: string): void {
  conditions.add(`${column} >= ${conditions.value(prefix)} AND ${column} < ${conditions.text(bytesBehind(prefix))}`)
}

/** Returns what reads one page of a list. */
export function listSql(tenant: number, request: StateRecordListRequest): SqlRequest {
  const { conversationId, kind, descending, after, limit } = request
  const conditions = conditionsOf(tenant, request)
  const way = descending ? 'DESC' : 'ASC'
  const order =
    conversationId === null ? ['r.key', 'r.conversation_id'] : kind === null ? ['r.kind', 'r.key'] : ['r.key']
  if (after !== null) {
    const place = { 'r.key': after.key, 'r.kind': after.kind, 'r.conversation_id': after.conversationId }
    const values = order.map((column) => conditions.value(own(place, column) ?? ''))
    conditions.add(`(${order.join(', ')}) ${descending ? '<' : '>'} (${values.join(', ')})`)
  }
  const sorted = order.map((column) => `${column} ${way}`).join(', ')
  const sql = `SELECT ${columns} ${tables[scopeOf(request)]} WHERE ${conditions.where} ORDER BY ${sorted} LIMIT ${conditions.value(limit)}`
  return { sql, values: conditions.values }
}

/** Returns what counts those of a range, no farther than `limit`. */
export function countSql(tenant: number, range: StateRecordRange, limit: number): SqlRequest {
  const conditions = conditionsOf(tenant, range)
  const sql = `SELECT count(*) FROM (SELECT 1 ${tables[scopeOf(range)]} WHERE ${conditions.where} LIMIT ${conditions.value(limit)})`
  return { sql, values: conditions.values }
}

/** Returns what deletes those of a range, all of one conversation. */
export function dropSql(tenant: number, range: StateRecordRange): SqlRequest {
  const conditions = conditionsOf(tenant, range)
  const sql = `DELETE FROM state_records WHERE rowid IN (SELECT r.rowid ${tables.one} WHERE ${conditions.where})`
  return { sql, values: conditions.values }
}

/** Returns what finds the next kind behind one; null: the first. */
export function nextKindSql(tenant: number, request: StateRecordKindRequest, after: string | null): SqlRequest {
  const { conversationId, prefix } = request
  const conditions = new Conditions()
  conditions.add(`r.tenant = ${conditions.value(tenant)}`)
  if (conversationId === null) conditions.add(isNoPart)
  else conditions.add(`r.conversation_id = ${conditions.value(conversationId)}`)
  const from = after === null || after < prefix ? Buffer.from(prefix) : nextBytes(after)
  conditions.add(`r.kind >= ${conditions.text(from)} AND r.kind < ${conditions.text(bytesBehind(prefix))}`)
  return { sql: `SELECT min(r.kind) FROM state_records r WHERE ${conditions.where}`, values: conditions.values }
}

/** Returns what finds out whether a conversation that is not deleted has records of a kind. */
export function hasKindSql(tenant: number, kind: string): SqlRequest {
  const range = { conversationId: null, kind, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null }
  const conditions = conditionsOf(tenant, range)
  return { sql: `SELECT 1 ${tables.all} WHERE ${conditions.where} LIMIT 1`, values: conditions.values }
}
