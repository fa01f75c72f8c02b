import type { Connection, SqlValue } from '../connection/connection.ts'
import type { WriteAnswer } from '../threads/messages.ts'
import { writeKey } from './keys.ts'
import { findGoneTenant } from '../registry/registrySql.ts'
import { findKey } from './keySql.ts'
import { writeRecords } from '../records/records.ts'
import type { WriteRequest } from './writeRequest.ts'
import { takeOffInherited } from '../rollups/conversationSums.ts'
import { addToSums } from '../rollups/write.ts'
import { unpackedText } from '../connection/values.ts'
import { writeRow } from './checksummedInsert.ts'
import { makeForkLinesWhole } from './forkLines.ts'
import { rewrite } from './rewrite.ts'
import * as sql from './writeSql.ts'

type Written = Extract<WriteAnswer, { kind: 'written' }>
type Seqs = Map<string, number>
/** Where the point of a fork stands in its row (writeRequest.ts). */
const forkPointAt = 6

/** Writes one request and answers what came of it; after a refusal its caller rolls back. */
export function applyChanges(connection: Connection, tenant: number, request: WriteRequest): WriteAnswer {
  // In the transaction of the write: an erasure that has begun finds all that was written before.
  if (request.isErasure !== true && connection.get(findGoneTenant, tenant)) return { kind: 'tenantGone' }
  const earlier = storedSeqs(connection, tenant, request)
  if (earlier !== null) return earlier
  const used = request.key && connection.get(findKey, tenant, request.key.row[0] ?? null)
  if (used) return { kind: 'keyUsed', row: used }
  for (const fork of request.movedForks ?? []) makeForkLinesWhole(connection, tenant, fork)
  const taken = takeConversations(connection, tenant, request)
  if (!(taken instanceof Map)) return taken
  const ahead = request.keepsTimes === true ? null : ledgerAhead(connection, tenant, request, taken)
  if (ahead !== null) return ahead
  for (const { id, isNew, row } of request.messages) {
    const done = writeRow(connection, isNew ? sql.addMessage : sql.changeMessage, tenant, id, ...row) === 1
    if (!done && isNew) return { kind: 'messageExists', messageId: id }
    if (!done) throw new Error(`The message "${id}" is not there to be changed.`)
  }
  addNodes(connection, tenant, request)
  const refused = request.records && writeRecords(connection, tenant, request.records)
  if (refused) return refused
  addAsides(connection, tenant, request)
  if (request.rewrites) rewrite(connection, tenant, request.rewrites)
  const answerKeys = request.rollup ? addToSums(connection, tenant, request.rollup) : []
  if (answerKeys.length > 0) return { kind: 'answersKnown', answerKeys }
  return { kind: 'written', seqs: addEvents(connection, tenant, request, taken) }
}

/** The answer of an earlier attempt with the same changes, null when this is the first. */
function storedSeqs(connection: Connection, tenant: number, { events }: WriteRequest): Written | null {
  const seqs: [string, number][] = []
  let result = false
  for (const { id, conversationId } of events) {
    const isLoose = conversationId === null
    const row = connection.get(isLoose ? sql.findLooseEvent : sql.seqOfEvent, tenant, id)
    result ||= row !== null
    if (!result) return null
    if (row !== null && !isLoose) seqs.push([id, Number(row[0])])
  }
  return { kind: 'written', seqs }
}

/** Checks and writes the conversations, and answers each one's last seq before this write. */
function takeConversations(connection: Connection, tenant: number, request: WriteRequest): Seqs | WriteAnswer {
  const counts = new Map<string, number>()
  for (const { conversationId } of request.events)
    if (conversationId !== null) counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1)
  const lastSeqs = new Map<string, number>()
  for (const { id, expected, row } of request.conversations) {
    const count = counts.get(id) ?? 0
    const lastSeq = expected === null ? 0 : lastSeqAt(connection, tenant, id, expected)
    const [version = null, ...rest] = row
    const statement = expected === null ? sql.addConversation : sql.changeConversation
    const isWritten =
      lastSeq !== null && writeRow(connection, statement, tenant, id, version, lastSeq + count, ...rest) === 1
    if (!isWritten) return { kind: 'conversationChanged', conversationId: id }
    lastSeqs.set(id, lastSeq)
  }
  for (const [id, count] of counts) {
    if (lastSeqs.has(id)) continue
    const row = connection.get(sql.takeSeqs, tenant, id, count)
    if (row === null) return { kind: 'conversationMissing', conversationId: id }
    lastSeqs.set(id, Number(row[0]) - count)
  }
  return lastSeqs
}

/** Returns the last seq of a conversation; null where its version is not the expected one. */
function lastSeqAt(connection: Connection, tenant: number, id: string, expected: number): number | null {
  const row = connection.get(sql.findConversation, tenant, id, expected)
  return row && Number(row[0])
}

/** Returns the refusal of a line that is dated before the last one of its ledger; null where none is. Lines of one write are in order. */
function ledgerAhead(
  connection: Connection,
  tenant: number,
  { events }: WriteRequest,
  lastSeqs: Seqs,
): WriteAnswer | null {
  const known = new Set<string>()
  for (const { conversationId, rest } of events) {
    if (conversationId === null || known.has(conversationId)) continue
    known.add(conversationId)
    const seq = lastSeqs.get(conversationId) ?? 0
    const later = seq > 0 && connection.get(sql.laterLine, tenant, conversationId, seq, rest[1] ?? null)
    if (later) return { kind: 'ledgerAhead', conversationId, at: unpackedText(String(later[0])) }
  }
  return null
}

function addNodes(connection: Connection, tenant: number, request: WriteRequest): void {
  for (const { id, isNew, row } of request.segments) {
    const done = connection.run(isNew ? sql.addSegment : sql.moveTip, tenant, id, ...row) === 1
    if (!done) throw new Error(`The segment "${id}" is not there to be advanced.`)
  }
  for (const row of request.observations) writeRow(connection, sql.addObservation, tenant, ...row)
  for (const row of request.junctions) connection.run(sql.putJunction, tenant, ...row)
  for (const { id, expected, row } of request.conversations) {
    const point = row[forkPointAt] ?? null
    const isNew = expected === null && point !== null
    if (isNew || cameAfter(request, id, point)) connection.run(takeOffInherited, tenant, id)
  }
}

/** Says whether the point to which a fork moves is written here too, and so was not there when its row was. */
function cameAfter({ movedForks = [], observations }: WriteRequest, id: string, point: SqlValue): boolean {
  return movedForks.includes(id) && observations.some(([observationId]) => observationId === point)
}

function addAsides(connection: Connection, tenant: number, request: WriteRequest): void {
  for (const row of request.rawChunks) {
    const [conversationId = null, source = null, firstLine, lineCount] = row
    connection.run(sql.putRawSource, tenant, conversationId, source, Number(firstLine) + Number(lineCount) - 1)
    connection.run(sql.putRawChunk, tenant, ...row)
  }
  for (const row of request.importMarks) connection.run(sql.putImportMark, tenant, ...row)
  if (request.key !== null) writeKey(connection, tenant, request.key)
}

function addEvents(connection: Connection, tenant: number, { events }: WriteRequest, before: Seqs): Written['seqs'] {
  const lastSeqs = new Map(before)
  return events.flatMap(({ id, conversationId, rest }) => {
    if (conversationId === null) {
      const [kind = null, at = null, , , , pathHash = null, body = null] = rest
      connection.run(sql.addLooseEvent, tenant, id, kind, at, pathHash, body)
      return []
    }
    const seq = (lastSeqs.get(conversationId) ?? 0) + 1
    lastSeqs.set(conversationId, seq)
    writeRow(connection, sql.addEvent, tenant, conversationId, seq, id, ...rest)
    return [[id, seq] as const]
  })
}
