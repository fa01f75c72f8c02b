/** What a dump selects of each kind. `?1` is the tenant. Rows as in jsonRow.ts and in tables/. */
import { recordKinds, type ContentKind } from '../../../domain/contents.ts'
import { own } from '../../../runtime/own.ts'
import { keyColumns } from '../writing/keySql.ts'
import { conversation, event, looseEvent, message, observation } from '../reading/readSql.ts'
import { tables } from '../schema.ts'

const all = (columns: string, table: string): string => `SELECT ${columns} FROM ${table} WHERE tenant = ?1`

type RecordContent = (typeof recordKinds)[keyof typeof recordKinds]
const ofRecords = Object.fromEntries(
  Object.entries(recordKinds).map(([table, kind]) => [kind, [own<{ readonly all: string }>(tables, table)?.all]]),
) as unknown as { readonly [K in RecordContent]: readonly string[] }

export const dumpSql: { readonly [K in ContentKind]: readonly string[] } = {
  ...ofRecords,
  conversation: [all(`${conversation}, last_seq`, 'conversations')],
  message: [all(message, 'messages')],
  observation: [all(observation, 'observations')],
  junction: [all('conversation_id, parent_id, children, kind, way', 'junctions')],
  event: [all(event, 'events'), all(looseEvent, 'loose_events')],
  rawChunk: [
    `SELECT c.conversation_id, c.source, c.first_line, c.line_count, c.bytes, s.position FROM raw_chunks c
     JOIN raw_sources s USING (tenant, conversation_id, source) WHERE c.tenant = ?1`,
  ],
  importMark: [all('name, value', 'import_marks')],
  idempotencyKey: [all(keyColumns, 'idempotency_keys')],
}
