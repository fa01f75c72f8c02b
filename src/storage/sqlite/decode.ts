/** Rows as the reads select them (readSql.ts), back to the domain's values. */
import type {
  Conversation,
  Event,
  ForkedFrom,
  Hash,
  HeadMove,
  Mark,
  Json,
  Junction,
  KeyRecord,
  Message,
  Observation,
  RawChunk,
  Segment,
} from '../../domain/model.ts'
import type { Directory, Frontier } from '../graphStore.ts'
import { conversationOf, eventOf, messageOf, observationOf, segmentOf, type ObservationRow } from '../rows.ts'
import type { SqlRow } from './connection.ts'

/** Returns the columns of a row by name. What the columns hold is what writeRequest.ts put there. */
export function named(row: SqlRow, names: readonly string[], from = 0): unknown {
  const members: Record<string, unknown> = {}
  names.forEach((name, k) => (members[name] = row[from + k]))
  return members
}

const conversationNames = ['id', 'version', 'createdAt', 'activityAt', 'origin', 'body']
const forkNames = ['conversationId', 'observationId', 'turn', 'pathHash', 'eventId']
const segmentNames = ['id', 'conversationId', 'tipId', 'tipDepth', 'tipAt', 'body']
const messageNames = ['id', 'conversationId', 'createdAt', 'body']
const eventNames = ['id', 'conversationId', 'seq', 'kind', 'at', 'body']

const headAt = conversationNames.length + 6
const segmentAt = headAt + 17

export const decodeConversation = (row: SqlRow): Conversation => ({
  ...conversationOf(named(row, conversationNames) as Parameters<typeof conversationOf>[0]),
  headId: row[6] as string | null,
  forkedFrom: row[7] === null ? null : (named(row, forkNames, 7) as ForkedFrom),
})

export const decodeObservation = (row: SqlRow, from = 0): Observation =>
  observationOf({
    id: row[from],
    kind: row[from + 1],
    conversationId: row[from + 2],
    messageId: row[from + 3],
    externalId: row[from + 4],
    role: row[from + 5],
    observedAt: row[from + 6],
    ingestedAt: row[from + 7],
    copyOf: row[from + 8],
    contentHash: row[from + 9],
    parentId: row[from + 10],
    segmentId: row[from + 11],
    depth: row[from + 12],
    turn: row[from + 13],
    entry: row[from + 14],
    pathHash: row[from + 15],
    body: row[from + 16],
  } as unknown as ObservationRow)

export const decodeSegment = (row: SqlRow, from = 0): Segment =>
  segmentOf(named(row, segmentNames, from) as Parameters<typeof segmentOf>[0])

export const decodeMessage = (row: SqlRow): Message =>
  messageOf(named(row, messageNames) as Parameters<typeof messageOf>[0])

export const decodeEvent = (row: SqlRow): Event => ({
  ...eventOf(named(row, eventNames) as Parameters<typeof eventOf>[0]),
  head: row[6] === 0 ? null : (named(row, ['from', 'to'], 7) as HeadMove),
  pathHash: row[9] as Hash | null,
})

export const decodeFrontier = (row: SqlRow): Frontier => ({
  conversation: decodeConversation(row),
  head: row[headAt] === null ? null : decodeObservation(row, headAt),
  segment: row[segmentAt] === null ? null : decodeSegment(row, segmentAt),
})

export function decodeKey([key, operation, inputHash, result]: SqlRow): KeyRecord {
  return {
    key: String(key),
    operation: String(operation),
    inputHash: String(inputHash),
    result: JSON.parse(String(result)) as Json,
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

export const decodeJunction = (row: SqlRow): Junction =>
  named(row, ['conversationId', 'parentId', 'children', 'kind', 'way']) as Junction

export const decodeRawChunk = (row: SqlRow): RawChunk =>
  named(row, ['conversationId', 'source', 'firstLine', 'lineCount', 'bytes']) as RawChunk
