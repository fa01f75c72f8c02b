/** Rows as the reads select them (jsonRow.ts, readSql.ts), back to the domain's values. */
import type {
  Conversation,
  Event,
  ForkedFrom,
  ForkPoint,
  Mark,
  Json,
  BranchPoint,
  KeyRecord,
  Message,
  Observation,
  RawChunk,
  Segment,
} from '../../../domain/model.ts'
import type { Directory, Frontier } from '../../graphStore.ts'
import {
  conversationWith,
  eventWith,
  messageWith,
  observationWith,
  type MessageBody,
  type ObservationBody,
  type SegmentBody,
  type StoredBody,
} from '../../rows/rows.ts'
import { wholeBody } from '../../rows/event.ts'
import type { SqlRow } from '../connection/connection.ts'
import { idOfDigits, instantOfDigits, unpackedText } from '../connection/values.ts'

/** Returns the columns of a row by name. What the columns hold is what writeRequest.ts put there. */
export function named(row: SqlRow, names: readonly string[], from = 0): unknown {
  return Object.fromEntries(names.map((name, k) => [name, row[from + k]]))
}

/** What is in the text of a packed row: the columns in the order of jsonRow.ts, and the body. */
type Unpacked<C, B> = readonly [columns: C, body: B]
type Text = string | null

const unpacked = <C, B>(row: SqlRow, at = 0) => JSON.parse(String(row[at])) as Unpacked<C, B>
const textOrNull = (packed: Text) => (packed === null ? null : unpackedText(packed))

type ConversationColumns = readonly [
  ...[id: string, version: number, createdAt: string, activityAt: string, origin: Conversation['origin']],
  ...[headId: Text, forkedFrom: Text, forkPoint: Text, forkTurn: number | null, forkHash: Text, forkEvent: Text],
]

export const decodeConversation = (row: SqlRow): Conversation => {
  const [columns, body] = unpacked<ConversationColumns, StoredBody>(row)
  const [id, version, createdAt, activityAt, origin, headId, ...fork] = columns
  const times = { createdAt: unpackedText(createdAt), activityAt: unpackedText(activityAt) }
  return conversationWith({ id, version, ...times, origin }, body, textOrNull(headId), forkedFrom(...fork))
}

/** The row of a fork of which little is read: see readSql.ts. */
type ForkPointColumns = readonly [id: string, createdAt: string, point: Text, derivedTitle: string]

export const decodeForkPoint = (row: SqlRow): ForkPoint => {
  const [id, createdAt, point, derivedTitle] = JSON.parse(String(row[0])) as ForkPointColumns
  return { id, createdAt: unpackedText(createdAt), observationId: textOrNull(point), derivedTitle }
}

function forkedFrom(source: Text, point: Text, turn: number | null, hash: Text, event: Text): ForkedFrom | null {
  if (source === null) return null
  const [pathHash, eventId] = [textOrNull(hash), textOrNull(event)] as [string, string]
  return { conversationId: source, observationId: textOrNull(point), turn, pathHash, eventId }
}

type ObservationColumns = readonly [
  ...[id: string, kind: Observation['kind'], conversationId: string, messageId: Text, externalId: Text],
  ...[role: Observation['role'], observedAt: string, ingestedAt: string, copyOf: Text, contentHash: string],
  ...[parentId: Text, segmentId: Text, depth: number | null, turn: number | null, entry: number | null, hash: Text],
]

/** The row of an observation whose digits are one text: see jsonRow.ts. */
type JoinedObservation = readonly [digits: string, columns: JoinedColumns, body: ObservationBody]
type JoinedColumns = readonly [
  ...[kind: Observation['kind'], conversationId: string, messageId: Text, externalId: Text, role: Observation['role']],
  ...[segmentId: Text, depth: number | null, turn: number | null, entry: number | null],
]

export const decodeObservation = (row: SqlRow, at = 0): Observation => {
  const parts = JSON.parse(String(row[at])) as JoinedObservation | Unpacked<ObservationColumns, ObservationBody>
  return parts.length === 3 ? observationOfDigits(parts) : observationOfColumns(parts)
}

/** Where the digits of each column begin. */
const digitsAt = { observedAt: 32, ingestedAt: 56, contentHash: 80, parentId: 144, pathHash: 176, end: 240 }

function observationOfDigits([digits, columns, body]: JoinedObservation): Observation {
  return observationWith(
    {
      id: idOfDigits(digits),
      kind: columns[0],
      conversationId: columns[1],
      messageId: columns[2],
      externalId: columns[3],
      role: columns[4],
      observedAt: instantOfDigits(digits, digitsAt.observedAt),
      ingestedAt: instantOfDigits(digits, digitsAt.ingestedAt),
      copyOf: null,
      contentHash: digits.slice(digitsAt.contentHash, digitsAt.parentId),
      parentId: idOfDigits(digits, digitsAt.parentId),
      segmentId: columns[5],
      depth: columns[6],
      turn: columns[7],
      entry: columns[8],
      pathHash: digits.slice(digitsAt.pathHash, digitsAt.end),
    },
    body,
  )
}

function observationOfColumns([columns, body]: Unpacked<ObservationColumns, ObservationBody>): Observation {
  return observationWith(
    {
      id: unpackedText(columns[0]),
      kind: columns[1],
      conversationId: columns[2],
      messageId: columns[3],
      externalId: columns[4],
      role: columns[5],
      observedAt: unpackedText(columns[6]),
      ingestedAt: unpackedText(columns[7]),
      copyOf: textOrNull(columns[8]),
      contentHash: unpackedText(columns[9]),
      parentId: textOrNull(columns[10]),
      segmentId: columns[11],
      depth: columns[12],
      turn: columns[13],
      entry: columns[14],
      pathHash: textOrNull(columns[15]),
    },
    body,
  )
}

type SegmentColumns = readonly [id: string, conversationId: string, tipId: string, tipDepth: number, tipAt: string]

export const decodeSegment = (row: SqlRow, at = 0): Segment => {
  const [[id, conversationId, tipId, tipDepth, tipAt], body] = unpacked<SegmentColumns, SegmentBody>(row, at)
  return { id, conversationId, tipId: unpackedText(tipId), tipDepth, tipAt: unpackedText(tipAt), ...body }
}

export const decodeMessage = (row: SqlRow): Message => {
  const [[id, conversationId, createdAt], body] = unpacked<readonly [string, string, string], MessageBody>(row)
  return messageWith({ id, conversationId, createdAt: unpackedText(createdAt) }, body)
}

type EventColumns = readonly [
  ...[id: string, conversationId: Text, seq: number | null, kind: Event['kind'], at: string],
  ...[movesHead: number, headFrom: Text, headTo: Text, pathHash: Text],
]

export const decodeEvent = (row: SqlRow): Event => {
  const [columns, body] = unpacked<EventColumns, Json[]>(row)
  const [id, conversationId, seq, kind, at, movesHead, headFrom, headTo, pathHash] = columns
  const names = { id: unpackedText(id), conversationId: textOrNull(conversationId) }
  const to = textOrNull(headTo)
  return {
    ...eventWith({ ...names, seq, kind, at: unpackedText(at) }, wholeBody(body, to)),
    head: movesHead === 0 ? null : { from: textOrNull(headFrom), to },
    pathHash: textOrNull(pathHash),
  }
}

export const decodeFrontier = (row: SqlRow): Frontier => ({
  conversation: decodeConversation(row),
  head: row[1] === null ? null : decodeObservation(row, 1),
  segment: row[2] === null ? null : decodeSegment(row, 2),
})

export function decodeKey([key, operation, inputHash, result, storedAt]: SqlRow): KeyRecord {
  return {
    key: String(key),
    operation: String(operation),
    inputHash: String(inputHash),
    result: JSON.parse(String(result)) as Json,
    storedAt: unpackedText(String(storedAt)),
  }
}

export const decodeDirectory = ([cwdKey, conversations, updatedAt]: SqlRow): Directory => ({
  cwd: JSON.parse(String(cwdKey)) as string,
  conversations: Number(conversations),
  updatedAt: String(updatedAt),
})

export const decodeMark = ([name, value]: SqlRow): Mark => ({
  name: String(name),
  value: JSON.parse(String(value)) as Json,
})

export const decodeJunction = (row: SqlRow): BranchPoint =>
  named(row, ['conversationId', 'parentId', 'children', 'kind', 'way']) as BranchPoint

export const decodeRawChunk = (row: SqlRow): RawChunk =>
  named(row, ['conversationId', 'source', 'firstLine', 'lineCount', 'bytes']) as RawChunk
