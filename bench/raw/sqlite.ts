import { randomBytes } from 'node:crypto'
import type { Changes } from '../../src/domain/changes.ts'
import { connect, type Connection, type SqlRow } from '../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { writeRow, type SummedInsert } from '../../src/storage/sqlite/writing/checksummedInsert.ts'
import { writeRequest } from '../../src/storage/sqlite/writing/writeRequest.ts'
import * as sql from '../../src/storage/sqlite/writing/writeSql.ts'
import { eventNumbers, type Raw } from './raw.ts'

type Statement = readonly [sql: string | SummedInsert, values: SqlRow]

const page = `SELECT id, kind, conversation_id, message_id, external_id, role, observed_at, ingested_at, copy_of,
    content_hash, parent_id, segment_id, depth, turn, entry, path_hash, body
  FROM observations WHERE tenant = ?1 AND segment_id = ?2 AND turn BETWEEN ?3 AND ?4 ORDER BY turn`

/** Opens a file of its own with the same schema and pragmas; prepared statements on this thread, one commit per write. */
export async function openRawSqlite(path: string): Promise<Raw> {
  const migrating = await openSqliteStore({ path, readers: 1 })
  await migrating.close()
  const connection = connect(path, 'writer')
  const tenant = Number(connection.get(sql.addTenant, 'default', randomBytes(32).toString('hex'))?.[0])
  const seqOf = eventNumbers()
  const work = (changes: Changes) => {
    const statements = statementsOf(tenant, changes, seqOf)
    return () => transaction(connection, statements)
  }
  return {
    seed: async (all) => {
      for (const changes of all) work(changes)()
    },
    append: work,
    fork: work,
    batch: work,
    page: (segmentId, from, to) => () => connection.all(page, tenant, segmentId, from, to),
    close: async () => connection.close(),
  }
}

function transaction(connection: Connection, statements: readonly Statement[]): void {
  connection.run('BEGIN IMMEDIATE')
  for (const [text, values] of statements) writeRow(connection, text, ...values)
  connection.run('COMMIT')
}

/** The statements of a write in the product's own order, without its questions. */
function statementsOf(tenant: number, changes: Changes, seqOf: (conversationId: string) => number): Statement[] {
  const request = writeRequest('default', changes)
  const statements: Statement[] = []
  const add = (text: Statement[0], ...values: SqlRow) => statements.push([text, [tenant, ...values]])
  const events = request.events.map(({ id, conversationId, rest }) => [
    conversationId,
    seqOf(String(conversationId)),
    id,
    ...rest,
  ])
  const lastSeqOf = (id: string) => Number(events.findLast(([conversationId]) => conversationId === id)?.[1] ?? 0)
  for (const { id, expected, row } of request.conversations) {
    const [version = null, ...rest] = row
    add(expected === null ? sql.addConversation : sql.changeConversation, id, version, lastSeqOf(id), ...rest)
  }
  const changed = new Set(request.conversations.map(({ id }) => id))
  for (const { conversationId } of request.events)
    if (conversationId !== null && !changed.has(conversationId)) add(sql.takeSeqs, conversationId, 1)
  for (const { id, isNew, row } of request.messages) add(isNew ? sql.addMessage : sql.changeMessage, id, ...row)
  for (const { id, isNew, row } of request.segments) add(isNew ? sql.addSegment : sql.moveTip, id, ...row)
  for (const row of request.observations) add(sql.addObservation, ...row)
  for (const row of request.junctions) add(sql.putJunction, ...row)
  for (const row of request.rawChunks) {
    const [conversationId = null, source = null, firstLine, lineCount] = row
    add(sql.putRawSource, conversationId, source, Number(firstLine) + Number(lineCount) - 1)
    add(sql.putRawChunk, ...row)
  }
  for (const row of request.importMarks) add(sql.putImportMark, ...row)
  for (const row of events) add(sql.addEvent, ...row)
  return statements
}
