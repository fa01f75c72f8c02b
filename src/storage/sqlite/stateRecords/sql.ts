/** Statements that find state records. Kinds and keys are compared by their UTF-8 bytes, as their columns' collation does. */
import type { StateRecordRange } from '../../../domain/records/stateRecord.ts'
import type { StateRecordKindRequest, StateRecordListRequest } from '../../graphStore.ts'
import type { SqlValue } from '../connection/connection.ts'
import { own } from '../../../own.ts'

/** A statement with its parameters. */
export interface Asked {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** What is read of a record; bytes as their digits, for those of a row are taken for an id. */
export const columns = `r.conversation_id, r.kind, r.key, r.version, r.parent_key, r.observation_id, r.stored_at,
  iif(typeof(r.value) = 'text', r.value, NULL), iif(typeof(r.value) = 'blob', hex(r.value), NULL)`

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
  const found = new Conditions()
  found.add(`r.tenant = ${found.value(tenant)}`)
  if (conversationId === null) found.add(isNoPart)
  else found.add(`r.conversation_id = ${found.value(conversationId)}`)
  if (kind !== null) found.add(`r.kind = ${found.value(kind)}`)
  if (kindPrefix !== null) addPrefix(found, 'r.kind', kindPrefix)
  if (keys !== null) found.add(`r.key IN (SELECT value FROM json_each(${found.value(JSON.stringify(keys))}))`)
  if (keyPrefix !== null) addPrefix(found, 'r.key', keyPrefix)
  if (beforeKey !== null) found.add(`r.key < ${found.value(beforeKey)}`)
  return found
}

function addPrefix(found: Conditions, column: string, prefix: string): void {
  found.add(`${column} >= ${found.value(prefix)} AND ${column} < ${found.text(bytesBehind(prefix))}`)
}

/** Returns what reads one page of a list. */
export function listSql(tenant: number, request: StateRecordListRequest): Asked {
  const { conversationId, kind, descending, after, limit } = request
  const found = conditionsOf(tenant, request)
  const way = descending ? 'DESC' : 'ASC'
  const order =
    conversationId === null ? ['r.key', 'r.conversation_id'] : kind === null ? ['r.kind', 'r.key'] : ['r.key']
  if (after !== null) {
    const place = { 'r.key': after.key, 'r.kind': after.kind, 'r.conversation_id': after.conversationId }
    const values = order.map((column) => found.value(own(place, column) ?? ''))
    found.add(`(${order.join(', ')}) ${descending ? '<' : '>'} (${values.join(', ')})`)
  }
  const sorted = order.map((column) => `${column} ${way}`).join(', ')
  const sql = `SELECT ${columns} ${tables[scopeOf(request)]} WHERE ${found.where} ORDER BY ${sorted} LIMIT ${found.value(limit)}`
  return { sql, values: found.values }
}

/** Returns what counts those of a range, no farther than `limit`. */
export function countSql(tenant: number, range: StateRecordRange, limit: number): Asked {
  const found = conditionsOf(tenant, range)
  const sql = `SELECT count(*) FROM (SELECT 1 ${tables[scopeOf(range)]} WHERE ${found.where} LIMIT ${found.value(limit)})`
  return { sql, values: found.values }
}

/** Returns what deletes those of a range, all of one conversation. */
export function dropSql(tenant: number, range: StateRecordRange): Asked {
  const found = conditionsOf(tenant, range)
  const sql = `DELETE FROM state_records WHERE rowid IN (SELECT r.rowid ${tables.one} WHERE ${found.where})`
  return { sql, values: found.values }
}

/** Returns what finds the next kind behind one; null: the first. */
export function nextKindSql(tenant: number, request: StateRecordKindRequest, after: string | null): Asked {
  const { conversationId, prefix } = request
  const found = new Conditions()
  found.add(`r.tenant = ${found.value(tenant)}`)
  if (conversationId === null) found.add(isNoPart)
  else found.add(`r.conversation_id = ${found.value(conversationId)}`)
  const from = after === null || after < prefix ? Buffer.from(prefix) : nextBytes(after)
  found.add(`r.kind >= ${found.text(from)} AND r.kind < ${found.text(bytesBehind(prefix))}`)
  return { sql: `SELECT min(r.kind) FROM state_records r WHERE ${found.where}`, values: found.values }
}

/** Returns what finds out whether a conversation that is not deleted has records of a kind. */
export function hasKindSql(tenant: number, kind: string): Asked {
  const range = { conversationId: null, kind, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null }
  const found = conditionsOf(tenant, range)
  return { sql: `SELECT 1 ${tables.all} WHERE ${found.where} LIMIT 1`, values: found.values }
}
