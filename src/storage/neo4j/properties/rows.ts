/**
 * The domain's values as Neo4j's driver takes and gives them: the only file that knows the driver's types of values.
 *
 * What changes in place is read from one text only (`body` of conversations and messages, `tip` of segments), since a
 * reader without a lock may see one property of a node before a commit and another after it.
 */
import neo4j, { type Integer, type LocalDateTime } from 'neo4j-driver'
import type {
  Conversation,
  Mark,
  Instant,
  BranchPoint,
  Message,
  Observation,
  Segment,
  Tenant,
} from '../../../domain/model.ts'
import {
  conversationRow,
  filled,
  observationOf,
  observationRow,
  plainMessage,
  segmentOf,
  segmentRow,
  titleKey,
  type ObservationRow,
} from '../../rows/rows.ts'
import { instantFrom, timeText } from '../reading/compactText.ts'
import { conversationBody, conversationOfBody } from '../writing/conversationBody.ts'
import { conversationName, joined, observationName, parted, presentOf, spentOf, type Present } from './properties.ts'
import { searchedWords } from '../searchIndex.ts'
import { Torn } from '../reading/tornRead.ts'
import { counterNames } from '../../../domain/usage/counters.ts'
import { own } from '../../../runtime/own.ts'
import { shelfOf } from '../../rows/shelves.ts'

export type Value =
  | string
  | boolean
  | Integer
  | LocalDateTime<number>
  | Int8Array
  | null
  | readonly Value[]
  | { readonly [name: string]: Value }
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
export const numberOrNull = (value: unknown): number | null => (value === null ? null : numberFrom(value))

/**
 * Returns the instant as a time of the database, in UTC: for what is written once in a while. It takes half the room of
 * text, and the driver several times as long.
 */
export function timeOf(instant: Instant): LocalDateTime<number> {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, nanosecond = 0] = (
    instant.match(/\d+/g) ?? []
  ).map(Number)
  return new neo4j.types.LocalDateTime(year, month, day, hour, minute, second, nanosecond)
}

/** Returns the instant of such a time. */
export function instantOfTime(time: unknown): Instant {
  const [seconds = '', fraction = ''] = String(time).split('.')
  return `${seconds}.${fraction.padEnd(9, '0')}Z`
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
    createdAt: timeOf(row.createdAt),
    activityAt: timeOf(row.activityAt),
    deleted: row.deleted,
    origin: row.origin,
    forkedFrom: row.forkedFrom,
    sidechainOf: row.sidechainOf,
    headId: conversation.headId,
    turnCount: int(conversation.turnCount),
    cwdKey: row.cwdKey,
    titleKey: titleColumn(conversation),
    metadataKey: row.metadataKey === '' ? null : row.metadataKey,
    shelf: int(shelfOf(row.metadataKey)),
    name: conversationName(conversation),
    body: conversationBody(conversation),
  }
}

/** Returns what a title is searched as; null where it is made of the first line of the body. */
export function titleColumn({ title, derivedTitle }: Conversation): string | null {
  const displayText = title ?? derivedTitle
  return /^[\x20-\x7e]*…?$/.test(displayText) ? null : titleKey(displayText)
}

/** Returns the conversation of a list as CONVERSATION in cypherRead.ts makes it. */
export function conversationFrom(value: unknown): Conversation {
  const [id, createdAt, forkedFrom, body] = value as [string, unknown, string | null, string | null]
  if (createdAt === null || body === null) throw new Torn('A conversation is not there yet.')
  return conversationOfBody({ id, createdAt: instantOfTime(createdAt), forkedFrom }, body)
}

/** What a new message's row holds in this order; what all of its rows share aside. */
export const messageColumns = ['id', 'createdAt', 'turnId', 'role', 'deleted', 'body', 'text', 'name'] as const
/** The same of a new observation. */
export const observationColumns = [
  ...(['id', 'kind', 'conversationId', 'messageId', 'externalId', 'role', 'observedAt', 'ingestedAt'] as const),
  ...([
    'copyOf',
    'restates',
    'parentId',
    'segmentId',
    'turn',
    'entry',
    'depth',
    'correctionOf',
    'rootOf',
    'body',
  ] as const),
  ...(['words', 'text', 'name', 'model', 'tools', 'errors', 'answerId'] as const),
  ...counterNames,
] as const

/** A property of another name, which rows would leave out, does not compile. */
type ObservationProperty = 'tenant' | (typeof observationColumns)[number]
type MessageProperty = 'tenant' | 'conversationId' | (typeof messageColumns)[number]

/** Returns properties as a row: where there are many, their names would be half of what is sent. */
export function rowOf(properties: Properties, columns: readonly string[]): Value[] {
  return columns.map((name) => own(properties, name) ?? null)
}

/** Returns the properties of a message; what it says now where its newest observation is given or none is needed. */
export function messageProperties(tenant: Tenant, message: Message, latest: Observation | null): Properties {
  const { id, conversationId, createdAt, turnId, role, latestId, latestAt, observationCount, ...rest } = message
  const more = filled<typeof rest>(rest, plainMessage)
  const body = [latestId, latestAt, observationCount, ...(Object.keys(more).length === 0 ? [] : [more])]
  const [time, text] = [timeText(createdAt), JSON.stringify(body)]
  const { deleted } = message
  const present = presentOf(message, latest)
  return { tenant, id, conversationId, createdAt: time, turnId, role, deleted, body: text, ...present } satisfies {
    readonly [name in Exclude<MessageProperty, keyof Present>]: Value
  }
}

/** Returns the message of a list as MESSAGE in cypherRead.ts makes it. */
export function messageFrom(value: unknown): Message {
  const [id, conversationId, createdAt, turnId, role, body] = value as string[]
  if (!createdAt || !body) throw new Torn('A message is not there yet.')
  const [latestId, latestAt, observationCount, more] = JSON.parse(body) as [string, Instant, number, object?]
  const fixed = { id, conversationId, createdAt: instantFrom(createdAt), turnId, role }
  return { ...plainMessage, ...(fixed as Message), latestId, latestAt, observationCount, ...more }
}

/** Returns the properties of an observation: the hottest of rows, so it is written member by member. */
export function observationProperties(tenant: Tenant, observation: Observation): Properties {
  const { blocks, text } = parted(observation.blocks)
  const row = observationRow(observation, blocks)
  const { depth } = row
  const properties: { [name in ObservationProperty]?: Value } = {
    tenant,
    id: row.id,
    kind: row.kind,
    conversationId: row.conversationId,
    observedAt: timeText(row.observedAt),
    ingestedAt: timeText(row.ingestedAt),
    body: `${row.contentHash} ${row.pathHash ?? ''}\n${row.body}`,
  }
  if (row.messageId !== null) properties.messageId = row.messageId
  if (row.externalId !== null) properties.externalId = row.externalId
  if (row.role !== null) properties.role = row.role
  if (row.copyOf !== null) properties.copyOf = row.copyOf
  if (observation.restates !== null) properties.restates = observation.restates
  if (row.parentId !== null) properties.parentId = row.parentId
  if (row.segmentId !== null) properties.segmentId = row.segmentId
  if (row.turn !== null) properties.turn = int(row.turn)
  if (row.entry !== null) properties.entry = int(row.entry)
  if (depth !== null) properties.depth = int(depth)
  else if (row.messageId !== null) properties.correctionOf = row.messageId
  if (depth === 0) properties.rootOf = row.conversationId
  const words = searchedWords(tenant, observation)
  if (words !== null) properties.words = words
  if (text !== null) properties.text = text
  // The driver takes a number of JavaScript for what a cost is, no integer.
  const spent = spentOf(observation, int) as unknown as { readonly [name in ObservationProperty]?: Value }
  return Object.assign(properties, { name: observationName(observation) }, spent)
}

/** Returns the observation of a list as OBSERVATION in cypherRead.ts makes it. */
export function observationFrom(value: unknown): Observation {
  const [id, kind, conversationId, messageId, externalId, role, observedAt, ingestedAt, copyOf, ...place] =
    value as unknown[]
  const [parentId, segmentId, depth, turn, entry, whole, text] = place
  const [hashes = '', body = ''] = (whole as string).split('\n')
  const [contentHash = '', pathHash = ''] = hashes.split(' ')
  const row = {
    ...({ id, kind, conversationId, messageId, externalId, role, copyOf, parentId, segmentId } as ObservationRow),
    observedAt: instantFrom(observedAt),
    ingestedAt: instantFrom(ingestedAt),
    contentHash,
    pathHash: pathHash === '' ? null : pathHash,
    body,
    depth: numberOrNull(depth),
    turn: numberOrNull(turn),
    entry: numberOrNull(entry),
  }
  return observationOf(row, (blocks) => joined(blocks, text as string | null))
}

/** Returns the moving end of a segment. */
export function tipProperties(tenant: string, { id, tipId, tipDepth, tipAt }: Segment): Properties {
  const tip = JSON.stringify([tipId, tipDepth, tipAt])
  return { tenant, id, tipId, tipDepth: int(tipDepth), tipAt: timeText(tipAt), tip }
}

/** Returns the properties of a segment. */
export function segmentProperties(tenant: string, segment: Segment): Properties {
  const { conversationId, body } = segmentRow(segment)
  return { ...tipProperties(tenant, segment), conversationId, body }
}

/** Returns the segment of a list as SEGMENT in cypherRead.ts makes it. */
export function segmentFrom(value: unknown): Segment {
  const [id, conversationId, body, tip] = value as [string, string, string, string]
  const [tipId, tipDepth, tipAt] = JSON.parse(tip) as [string, number, Instant]
  return segmentOf({ id, conversationId, tipId, tipDepth, tipAt, body })
}

/** Returns the properties of a junction. */
export function junctionProperties(tenant: string, junction: BranchPoint): Properties {
  const { conversationId, parentId, children, kind } = junction
  return { tenant, conversationId, parentId, children: int(children), kind, body: JSON.stringify(junction) }
}

/** Returns the junction of a `body`. */
export function junctionFrom(body: unknown): BranchPoint {
  return JSON.parse(body as string) as BranchPoint
}

/** Returns the properties of an import's mark. */
export function importMarkProperties(tenant: string, { name, value }: Mark): Properties {
  return { tenant, name, value: JSON.stringify(value) }
}

/** Returns the mark of a list of name and value. */
export function importMarkFrom(rawValue: unknown): Mark {
  const [name, value] = rawValue as [string, string]
  return { name, value: JSON.parse(value) as Mark['value'] }
}
