/**
 * The domain's values as Neo4j's driver takes and gives them: the only file that knows the driver's types of values.
 *
 * What changes in place is read from one text only (`body` of conversations and messages, `tip` of segments), since a
 * reader without a lock may see one property of a node before a commit and another after it.
 */
import neo4j, { type Integer } from 'neo4j-driver'
import type {
  Conversation,
  Event,
  ImportMark,
  Instant,
  Junction,
  KeyRecord,
  Message,
  NewEvent,
  Observation,
  RawChunk,
  Segment,
} from '../../domain/model.ts'
import {
  conversationOfText,
  conversationRow,
  conversationText,
  eventOf,
  eventRow,
  messageOf,
  messageRow,
  observationOf,
  observationRow,
  segmentOf,
  segmentRow,
  type EventRow,
  type ObservationRow,
} from '../rows.ts'

export type Value =
  string | boolean | Integer | Int8Array | null | readonly Value[] | { readonly [name: string]: Value }
export type Properties = { readonly [name: string]: Value }

/** Returns the number as an integer of the database; the driver itself would make it a float. */
export function int(value: number): Integer {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number that keeps its value.`)
  return neo4j.int(value)
}
/** The same for what may be left out. */
export const intOrNull = (value: number | null): Integer | null => (value === null ? null : int(value))

/** Returns the number that the database gave as an integer. */
export function numberFrom(value: unknown): number {
  if (typeof value !== 'bigint') throw new TypeError(`The database gave ${typeof value} where an integer belongs.`)
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is larger than a number can keep.`)
  return number
}
const numberOrNull = (value: unknown): number | null => (value === null ? null : numberFrom(value))

/** Returns text that sorts the other way round than the time: an index from here on is newest first. */
export function turnedAround(instant: Instant): string {
  return instant.replace(/\d/g, (digit) => String(9 - Number(digit)))
}

/** Returns what holds something: a new node has no property where the value is null, so it need not travel. */
export function withoutNulls(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null))
}

/** Returns what is in columns of its own elsewhere, and the rest: JSON holds no line breaks, so one can stand between. */
export function inOneText(columns: readonly (string | number | null)[], rest: string): string {
  return `${JSON.stringify(columns)}\n${rest}`
}
/** Returns the parts of such a text. */
export function outOfOneText(text: unknown): [unknown[], string] {
  const [columns = '', rest = ''] = (text as string).split('\n')
  return [JSON.parse(columns) as unknown[], rest]
}

/** Returns the properties of a conversation, its key and its `seq` aside. */
export function conversationProperties(conversation: Conversation): Properties {
  const row = conversationRow(conversation)
  return {
    version: int(row.version),
    createdAt: row.createdAt,
    createdDown: turnedAround(row.createdAt),
    activityAt: row.activityAt,
    activityDown: turnedAround(row.activityAt),
    deleted: row.deleted,
    origin: row.origin,
    forkedFrom: row.forkedFrom,
    sidechainOf: row.sidechainOf,
    headId: conversation.headId,
    turnCount: int(conversation.turnCount),
    cwdKey: row.cwdKey,
    titleKey: row.titleKey,
    metadataKey: row.metadataKey,
    body: conversationText(conversation),
  }
}

/** Returns the conversation of a `body`. */
export function conversationFrom(body: unknown): Conversation {
  return conversationOfText(body as string) as Conversation
}

/** Returns the properties of a message. */
export function messageProperties(tenant: string, message: Message): Properties {
  const { id, conversationId, createdAt, body: rest } = messageRow(message)
  const { turnId, role, deleted } = message
  const body = inOneText([id, conversationId, createdAt], rest)
  return { tenant, id, conversationId, createdAt, turnId, role, deleted, body }
}

/** Returns the message of a `body`. */
export function messageFrom(body: unknown): Message {
  const [[id, conversationId, createdAt], rest] = outOfOneText(body)
  return messageOf({ ...({ id, conversationId, createdAt } as Message), body: rest })
}

/** Returns the properties of an observation. */
export function observationProperties(tenant: string, observation: Observation): Properties {
  const { depth, turn, entry, ...row } = observationRow(observation)
  return withoutNulls({
    ...row,
    tenant,
    depth: intOrNull(depth),
    turn: intOrNull(turn),
    entry: intOrNull(entry),
    rootOf: depth === 0 ? row.conversationId : null,
    correctionOf: depth === null ? row.messageId : null,
    ingestedDown: turnedAround(row.ingestedAt),
    observedDown: turnedAround(row.observedAt),
  })
}

/** Returns the observation of a list as OBSERVATION in cypherRead.ts makes it. */
export function observationFrom(given: unknown): Observation {
  const [id, kind, conversationId, messageId, externalId, role, observedAt, ingestedAt, copyOf, contentHash, ...place] =
    given as unknown[]
  const [parentId, segmentId, depth, turn, entry, pathHash, body] = place
  return observationOf({
    ...({ id, kind, conversationId, messageId, externalId, role, observedAt, ingestedAt, copyOf } as ObservationRow),
    ...({ contentHash, parentId, segmentId, pathHash, body } as ObservationRow),
    depth: numberOrNull(depth),
    turn: numberOrNull(turn),
    entry: numberOrNull(entry),
  })
}

/** Returns the moving end of a segment. */
export function tipProperties(tenant: string, { id, tipId, tipDepth, tipAt }: Segment): Properties {
  const tip = JSON.stringify([tipId, tipDepth, tipAt])
  return { tenant, id, tipId, tipDepth: int(tipDepth), tipAt, tipDown: turnedAround(tipAt), tip }
}

/** Returns the properties of a segment. */
export function segmentProperties(tenant: string, segment: Segment): Properties {
  const { conversationId, body } = segmentRow(segment)
  return { ...tipProperties(tenant, segment), conversationId, body }
}

/** Returns the segment of a list as SEGMENT in cypherRead.ts makes it. */
export function segmentFrom(given: unknown): Segment {
  const [id, conversationId, body, tip] = given as [string, string, string, string]
  const [tipId, tipDepth, tipAt] = JSON.parse(tip) as [string, number, Instant]
  return segmentOf({ id, conversationId, tipId, tipDepth, tipAt, body })
}

/** Returns the properties of an event, its `seq` aside. */
export function eventProperties(tenant: string, event: NewEvent): Properties {
  const { movesHead, ...row } = eventRow(event)
  return withoutNulls({ ...row, tenant, moveOf: movesHead ? row.conversationId : null })
}

/** Returns the event of a list as EVENT in cypherRead.ts makes it. */
export function eventFrom(given: unknown): Event {
  const [id, conversationId, kind, at, seq, body] = given as unknown[]
  return eventOf({ ...({ id, conversationId, kind, at, body } as EventRow), seq: numberOrNull(seq) })
}

/** Returns the properties of a key's record. */
export function keyProperties(tenant: string, { key, operation, inputHash, result }: KeyRecord): Properties {
  return { tenant, key, operation, inputHash, result: JSON.stringify(result) }
}

/** Returns the record of a list of key, operation, input hash and result. */
export function keyFrom(given: unknown): KeyRecord {
  const [key, operation, inputHash, result] = given as [string, string, string, string]
  return { key, operation, inputHash, result: JSON.parse(result) as KeyRecord['result'] }
}

/** Returns the properties of a junction. */
export function junctionProperties(tenant: string, junction: Junction): Properties {
  const { conversationId, parentId, children, kind } = junction
  return { tenant, conversationId, parentId, children: int(children), kind, body: JSON.stringify(junction) }
}

/** Returns the junction of a `body`. */
export function junctionFrom(body: unknown): Junction {
  return JSON.parse(body as string) as Junction
}

/** Returns the properties of a stretch of a foreign file. */
export function rawChunkProperties(tenant: string, chunk: RawChunk): Properties {
  const { conversationId, source, firstLine, lineCount, bytes } = chunk
  const copied = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { tenant, conversationId, source, firstLine: int(firstLine), lineCount: int(lineCount), bytes: copied }
}

/** Returns the bytes that the database gave. */
export function bytesFrom(value: unknown): Uint8Array {
  const bytes = value as Int8Array
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Returns the properties of an import's mark. */
export function importMarkProperties(tenant: string, { name, value }: ImportMark): Properties {
  return { tenant, name, value: JSON.stringify(value) }
}

/** Returns the mark of a list of name and value. */
export function importMarkFrom(given: unknown): ImportMark {
  const [name, value] = given as [string, string]
  return { name, value: JSON.parse(value) as ImportMark['value'] }
}
