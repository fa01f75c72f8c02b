import {
  recordName,
  requestSetupKind,
  type StateRecord,
  type StateRecordChange,
  type StateRecordPlace,
} from '../../../domain/records/stateRecord.ts'
import { stateRecordOf, stateRecordRow } from '../../rows/stateRecord.ts'
import type { Connection, SqlRow, SqlValue } from '../connection/connection.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { packedText } from '../stateRecords/packedText.ts'
import { columns, dropSql } from '../stateRecords/sql.ts'
import { checksummedInsert, writeRow } from '../writing/checksummedInsert.ts'
import { idValue, instantValue } from '../connection/values.ts'
import type { Refused, Table } from './table.ts'

/** `value`: JSON as text, packed where it is long and seldom read (packedText.ts), or bytes. Parts are never listed over all conversations, and are most of all there are. */
const create = `
CREATE TABLE state_records (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  parent_key TEXT,
  observation_id ANY,
  stored_at ANY NOT NULL,
  value ANY NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, conversation_id, kind, key),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT;
CREATE INDEX state_records_by_kind ON state_records (tenant, kind, key, conversation_id) WHERE kind NOT GLOB '*.part';
CREATE INDEX state_records_by_observation ON state_records (tenant, observation_id) WHERE observation_id IS NOT NULL;
`

/** The columns that checksums are made of, in their order. */
export const summedStateRecords = {
  state_records: 'tenant, conversation_id, kind, key, version, parent_key, observation_id, stored_at, value',
}
const summed = summedStateRecords.state_records.split(', ')

const add = checksummedInsert(
  'state_records',
  {
    ...{ tenant: 'asGiven', conversation_id: 'asGiven', kind: 'asGiven', key: 'asGiven', version: 'asGiven' },
    ...{ parent_key: 'asGiven', observation_id: 'id', stored_at: 'instant', value: 'asGiven' },
  },
  'ON CONFLICT DO NOTHING',
)
const fields = {
  ...{ version: '?5', parent_key: '?6', observation_id: idValue('?7'), stored_at: instantValue('?8'), value: '?9' },
}
const change = `
  UPDATE state_records SET ${setSummed(summed, fields)}
  WHERE tenant = ?1 AND conversation_id = ?2 AND kind = ?3 AND key = ?4 AND version = ?10`

/** What stands in the place of a record where records are deleted. */
const dropping = 'drop'

export const stateRecords: Table<StateRecord, StateRecordChange, StateRecordPlace> = {
  create,
  byKey: `SELECT ${columns} FROM state_records r
    WHERE r.tenant = ?1 AND r.conversation_id = ?2 AND r.kind = ?3 AND r.key = ?4`,
  all: `SELECT ${columns} FROM state_records r WHERE r.tenant = ?1`,
  count: 'SELECT count(*) FROM state_records',
  keyOf: ({ conversationId, kind, key }) => [conversationId, kind, key],
  read: ([conversationId, kind, key, version, parentKey, observationId, storedAt, text, digits]) =>
    stateRecordOf({
      ...{ conversationId: String(conversationId), kind: String(kind), key: String(key), version: Number(version) },
      ...{ parentKey: textOrNull(parentKey), observationId: textOrNull(observationId), storedAt: String(storedAt) },
      text: textOrNull(text),
      bytes: digits == null ? null : Buffer.from(String(digits), 'hex'),
    }),
  nothing: null,
  rowOf,
  write: (connection, tenant, [what, ...row]) =>
    what === dropping ? drop(connection, tenant, row) : put(connection, tenant, row),
  writes: [add.withSum, add.summing, change],
  weight: 3,
}

const textOrNull = (value: SqlValue | undefined): string | null => (value == null ? null : String(value))

function rowOf(changed: StateRecordChange): SqlRow {
  if ('dropped' in changed) return [dropping, changed.expected, JSON.stringify(changed.dropped)]
  const row = stateRecordRow(changed.value)
  const { conversationId, kind, key, version, parentKey, observationId, storedAt, text, bytes } = row
  return [
    'put',
    conversationId,
    kind,
    key,
    version,
    parentKey,
    observationId,
    storedAt,
    text ?? bytes,
    changed.expected,
  ]
}

const [kindAt, valueAt] = [1, 7]

/** Packed on the writer's thread, once for each setup of a conversation, and unpacked on a reader's. */
function packed(row: SqlRow): SqlRow {
  const value = row[valueAt]
  return row[kindAt] === requestSetupKind && typeof value === 'string' ? row.with(valueAt, packedText(value)) : row
}

function put(connection: Connection, tenant: number, row: SqlRow): Refused | null {
  const isNew = row.at(-1) === null
  const done = isNew
    ? writeRow(connection, add, tenant, ...packed(row.slice(0, -1)))
    : connection.run(change, tenant, ...packed(row))
  const [conversationId, kind, key] = row.map(String) as [string, string, string]
  return done === 1 ? null : changedMeanwhile({ conversationId, kind, key })
}

function drop(connection: Connection, tenant: number, [expected, text]: SqlRow): Refused | null {
  const dropped = JSON.parse(String(text)) as Extract<StateRecordChange, { dropped: unknown }>['dropped']
  const { sql, values } = dropSql(tenant, dropped)
  const done = connection.run(sql, ...values)
  const { conversationId, kind, kindPrefix } = dropped
  return done === expected ? null : changedMeanwhile({ conversationId, kind: kind ?? kindPrefix ?? '', key: '' })
}

function changedMeanwhile(place: StateRecordPlace): Refused {
  return { kind: 'recordsChanged', what: 'stateRecord', id: recordName(place) }
}
