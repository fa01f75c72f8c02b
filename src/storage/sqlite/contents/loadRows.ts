/** Values as rows of statements that put them into a file as they are. */
import { noRecords, type Changes } from '../../../domain/changes.ts'
import { asChanges, type ContentKind, type Contents, type LoadBatch } from '../../../domain/contents.ts'
import type { SqlRow } from '../connection/connection.ts'
import { addKey, addKeyName } from '../writing/keySql.ts'
import { recordRows, type RecordRows } from '../records/records.ts'
import { insertSummed, setSummed } from '../writing/rowChecksum.ts'
import type { SummedInsert } from '../writing/checksummedInsert.ts'
import { keyRows, writeRequest, type WriteRequest } from '../writing/writeRequest.ts'
import * as sql from '../writing/writeSql.ts'

const segmentColumns = ['tenant', 'id', 'conversation_id', 'tip_id', 'tip_depth', 'tip_at', 'body']
const putSegment = `
  ${sql.addSegment} ON CONFLICT (tenant, id) DO UPDATE
  SET ${setSummed(segmentColumns, { tip_id: 'excluded.tip_id', tip_depth: 'excluded.tip_depth', tip_at: 'excluded.tip_at' })}`
const rawSource = { tenant: '?1', conversation_id: '?2', position: '?3', source: '?4', line_count: '?5' }
const putRawSource = `
  ${insertSummed('raw_sources', rawSource)} ON CONFLICT (tenant, conversation_id, source) DO UPDATE
  SET ${setSummed(Object.keys(rawSource), { line_count: 'max(line_count, excluded.line_count)' })}`
const addGuard = insertSummed('guards', { tenant: '?1', name: '?2', value: '?3' })

/** Rows of one statement, of which the tenant is the first parameter, or rows of records, which write themselves. */
export type Rows =
  { readonly sql: string | SummedInsert; readonly rows: readonly SqlRow[] } | { readonly records: RecordRows }

/** Returns what is to be written of values, statement after statement. */
export function loadRows(filling: LoadBatch): readonly Rows[] {
  const { kind, values } = filling
  const load = loads[kind] as ((values: readonly unknown[]) => readonly Rows[]) | undefined
  if (load) return load(values)
  const records = kind === 'segment' ? null : recordRows({ ...noRecords, ...asChanges(filling) })
  return records === null ? [] : [{ records }]
}

const nothing = {
  ...{ conversations: [], messages: [], observations: [], segments: [], junctions: [] },
  ...{ key: null, rawChunks: [], importMarks: [] },
  ...noRecords,
}
const tree = (changes: Partial<Changes>): WriteRequest =>
  writeRequest('', { ...nothing, events: [] as unknown as Changes['events'], ...changes })
const asNew = <T>(values: readonly T[]) => values.map((value) => ({ expected: null, isNew: true, value }))
const named = (rows: readonly { readonly id: string; readonly row: SqlRow }[] = []): SqlRow[] =>
  rows.map(({ id, row }) => [id, ...row])

type Loads = { readonly [K in ContentKind]?: (values: readonly Contents[K][]) => readonly Rows[] } & {
  readonly segment: (values: Extract<LoadBatch, { kind: 'segment' }>['values']) => readonly Rows[]
}
const loads: Loads = {
  conversation: (values) => {
    const { conversations } = tree({ conversations: asNew(values.map(({ lastSeq: _, ...value }) => value)) })
    const rows = conversations.map(({ id, row: [version = null, ...rest] }, k) => [
      id,
      version,
      values[k]?.lastSeq ?? 0,
      ...rest,
    ])
    return [{ sql: sql.addConversation, rows }]
  },
  message: (values) => [{ sql: sql.addMessage, rows: named(tree({ messages: asNew(values) }).messages) }],
  segment: (values) => [{ sql: putSegment, rows: named(tree({ segments: asNew(values) }).segments) }],
  observation: (observations) => [{ sql: sql.addObservation, rows: tree({ observations }).observations }],
  junction: (junctions) => [{ sql: sql.putJunction, rows: tree({ junctions }).junctions }],
  event: (values) => {
    const { events } = tree({ events: values as unknown as Changes['events'] })
    const reported = events.flatMap(({ id, conversationId, rest }, k) =>
      conversationId === null ? [] : [[conversationId, values[k]?.seq ?? null, id, ...rest]],
    )
    const loose = events.flatMap(
      ({ id, conversationId, rest: [kind = null, at = null, , , , pathHash = null, body = null] }) =>
        conversationId === null ? [[id, kind, at, pathHash, body]] : [],
    )
    return [
      { sql: sql.addEvent, rows: reported },
      { sql: sql.addLooseEvent, rows: loose },
    ]
  },
  rawChunk: (chunks) => [
    {
      sql: putRawSource,
      rows: chunks.map((it) => [it.conversationId, it.position, it.source, it.firstLine + it.lineCount - 1]),
    },
    { sql: sql.putRawChunk, rows: tree({ rawChunks: chunks }).rawChunks },
  ],
  importMark: (importMarks) => [{ sql: sql.putImportMark, rows: tree({ importMarks }).importMarks }],
  idempotencyKey: (values) => {
    const keys = values.map(keyRows)
    return [
      { sql: addKey, rows: keys.map(({ row }) => row) },
      { sql: addKeyName, rows: keys.flatMap(({ row, names }) => names.map((name) => [name, row[0] ?? null])) },
    ]
  },
  // Changes only raise them, one by one.
  guard: (values) => [{ sql: addGuard, rows: values.map(({ name, value }) => [name, value]) }],
}
