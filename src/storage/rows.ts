/**
 * How the domain's values lie in a store: a few columns that are queried, everything else as one JSON text, `body`.
 * A body leaves out the members that hold nothing; reading puts them back.
 *
 * Content goes in as JSON text only: JSON.stringify writes lone surrogates and U+0000 as escapes, which every store
 * keeps, whereas plain text properties lose them.
 */
import { noRuns } from '../domain/newConversation.ts'
import { canonicalJson } from '../domain/pathHash.ts'
import type {
  Conversation,
  Event,
  Instant,
  Json,
  JsonObject,
  Message,
  NewEvent,
  Segment,
  TreeShape,
} from '../domain/model.ts'
import { principalOf, principalValue } from './rows/principal.ts'
export { observationOf, observationRow, type ObservationRow } from './observationRow.ts'

export interface MessageRow {
  readonly id: string
  readonly conversationId: string
  readonly createdAt: Instant
  readonly body: string
}

/** Returns the message as it lies in a store. */
export function messageRow(message: Message): MessageRow {
  const body = {
    turnId: message.turnId,
    role: message.role,
    deleted: message.deleted || undefined,
    latestId: message.latestId,
    latestAt: message.latestAt,
    observationCount: message.observationCount,
    supersedesId: message.supersedesId ?? undefined,
    overlay: message.overlay ?? undefined,
    others: message.others.length === 0 ? undefined : message.others,
  }
  const { id, conversationId, createdAt } = message
  return { id, conversationId, createdAt, body: JSON.stringify(body) }
}

type MessageBody = Omit<Message, 'id' | 'conversationId' | 'createdAt' | keyof typeof plainMessage>
export const plainMessage = { deleted: false, supersedesId: null, overlay: null, others: [] } as const

/** Returns the message that lies in a row. */
export function messageOf({ body, ...columns }: MessageRow): Message {
  return { ...columns, ...plainMessage, ...(JSON.parse(body) as MessageBody) }
}

export interface SegmentRow {
  readonly id: string
  readonly conversationId: string
  readonly tipId: string
  readonly tipDepth: number
  readonly tipAt: Instant
  /** Never changes: only a tip moves. */
  readonly body: string
}

/** Returns the segment as it lies in a store. */
export function segmentRow({ id, conversationId, tipId, tipDepth, tipAt, ...rest }: Segment): SegmentRow {
  return { id, conversationId, tipId, tipDepth, tipAt, body: JSON.stringify(rest) }
}

/** Returns the segment that lies in a row. */
export function segmentOf({ body, ...columns }: SegmentRow): Segment {
  return { ...columns, ...(JSON.parse(body) as Omit<Segment, keyof SegmentRow>) }
}

export interface EventRow {
  readonly id: string
  readonly conversationId: string | null
  readonly kind: Event['kind']
  readonly at: Instant
  readonly movesHead: boolean
  readonly body: string
}

/** Returns the event as it lies in a store; its `seq` is a column of its own, given by the store. */
export function eventRow({ id, conversationId, kind, at, ...rest }: NewEvent): EventRow {
  const told = { ...rest, principal: principalValue(rest.principal) }
  const members = eventMembers.map((name) => told[name])
  const count = members.findLastIndex((member) => member !== null) + 1
  return { id, conversationId, kind, at, movesHead: rest.head !== null, body: JSON.stringify(members.slice(0, count)) }
}

/** The order of the members in a body, which never changes; nulls at the end go without saying. */
const eventMembers = ['details', 'head', 'pathHash', 'actor', 'note', 'principal'] as const satisfies (keyof NewEvent)[]

/** Returns the event that lies in a row. */
export function eventOf(row: Omit<EventRow, 'movesHead'> & { readonly seq: number | null }): Event {
  const { id, conversationId, kind, at, seq, body } = row
  const members = JSON.parse(body) as Json[]
  const named = {
    ...Object.fromEntries(eventMembers.map((name, k) => [name, members[k] ?? null])),
    principal: principalOf(members[eventMembers.indexOf('principal')]),
  }
  return { id, conversationId, seq, kind, at, ...(named as unknown as EventBody) }
}

type EventBody = Pick<NewEvent, (typeof eventMembers)[number]>

export interface ConversationRow {
  readonly id: string
  readonly version: number
  readonly createdAt: Instant
  readonly activityAt: Instant
  readonly deleted: boolean
  readonly origin: Conversation['origin']
  readonly forkedFrom: string | null
  readonly sidechainOf: string | null
  readonly headId: string | null
  /** For search only, see cwdKey, titleKey and metadataKey. */
  readonly cwdKey: string | null
  readonly titleKey: string
  readonly metadataKey: string
  readonly body: string
}

/** Returns the conversation as it lies in a store. Columns that repeat a part of the body are there to be searched. */
export function conversationRow(conversation: Conversation): ConversationRow {
  const { id, version, createdAt, activityAt, origin, ...rest } = conversation
  return {
    id,
    version,
    createdAt,
    activityAt,
    origin,
    deleted: rest.deletedAt !== null,
    forkedFrom: rest.forkedFrom?.conversationId ?? null,
    sidechainOf: rest.sidechainOf,
    headId: rest.headId,
    cwdKey: rest.cwd === null ? null : cwdKey(rest.cwd),
    titleKey: titleKey(rest.title ?? rest.derivedTitle),
    metadataKey: metadataKey(rest.metadata),
    body: conversationText(rest),
  }
}

const emptyConversation = {
  title: null,
  deletedAt: null,
  cwd: null,
  metadata: {},
  headId: null,
  forkedFrom: null,
  spawnedBy: null,
  sidechainOf: null,
  runs: noRuns,
  deletedTurns: 0,
} as const satisfies Partial<Conversation>

/** Returns a conversation, or what no column holds of it, as JSON text. */
export function conversationText(conversation: ConversationBody): string {
  const { derivedTitle, preview, turnCount, forkLevel, shape, ...rest } = conversation
  const counts = [turnCount, forkLevel, ...shapeNames.map((name) => shape[name])]
  return JSON.stringify({
    ...filled<typeof rest>(rest, emptyConversation),
    derived: [derivedTitle, preview, ...withoutZeros(counts)],
    runs: hasRuns(rest) ? rest.runs : undefined,
  })
}

/** The order of a shape's counts in a body, which never changes: new ones go to the end. */
const shapeNames = [
  'nodes',
  'roots',
  'leaves',
  'branchPoints',
  'versionPoints',
  'sidechains',
  'toolCalls',
] as const satisfies readonly (keyof TreeShape)[]

/** Zeros at the end go without saying: every fork would store them. */
function withoutZeros(counts: readonly number[]): number[] {
  return counts.slice(0, counts.findLastIndex((count) => count !== 0) + 1)
}

function hasRuns({ runs }: Pick<Conversation, 'runs'>): boolean {
  return runs.completed > 0 || runs.since !== null
}

/** Returns the conversation, or the part of one, of such a text. */
export function conversationOfText(text: string): ConversationBody {
  const { derived, ...part } = JSON.parse(text) as ConversationBody & { readonly derived: Derived }
  const [derivedTitle, preview, turnCount = 0, forkLevel = 0, ...shape] = derived
  const counts = Object.fromEntries(shapeNames.map((name, k) => [name, shape[k] ?? 0]))
  return {
    ...emptyConversation,
    ...part,
    derivedTitle,
    preview,
    turnCount,
    forkLevel,
    shape: counts as Record<keyof TreeShape, number>,
  }
}

/** What is derived of the tree, without names: each fork has it. */
type Derived = readonly [derivedTitle: string, preview: string, ...counts: number[]]
type ConversationBody = Omit<Conversation, 'id' | 'version' | 'createdAt' | 'activityAt' | 'origin'>

/** Returns the conversation that lies in a row. */
export function conversationOf(
  row: Pick<ConversationRow, 'id' | 'version' | 'createdAt' | 'activityAt' | 'origin' | 'body'>,
): Conversation {
  const { id, version, createdAt, activityAt, origin, body } = row
  return { id, version, createdAt, activityAt, origin, ...conversationOfText(body) }
}

/** Returns what a working directory is compared as. */
export function cwdKey(cwd: string): string {
  return JSON.stringify(cwd)
}

/** Returns what a title, or a part of one, is searched as: without regard to case, storable as plain text. */
export function titleKey(title: string): string {
  return title.toLowerCase().replaceAll(/\p{Surrogate}|\0/gu, '\uFFFD')
}

/** Returns text that contains `memberKey(name, json)` exactly when the metadata has that member with that canonical value. */
export function metadataKey(metadata: JsonObject): string {
  return Object.entries(metadata)
    .map(([name, value]) => memberKey(name, canonicalJson(value)))
    .join('')
}

/** Returns what one member of a metadata is searched as. JSON text holds no line breaks, so they can stand around it. */
export function memberKey(name: string, json: string): string {
  return `\n${JSON.stringify([name, json])}\n`
}

/** Returns the members that hold something else than the empty ones do. */
export function filled<T extends object>(members: T, empty: Partial<T>): Partial<T> {
  const kept = Object.entries(members).filter(([name, value]) => !isEmptyAs(value, empty[name as keyof T]))
  return Object.fromEntries(kept) as Partial<T>
}

/** Says whether a value is the empty one: the same, or as empty an object. */
function isEmptyAs(value: unknown, empty: unknown): boolean {
  if (value === empty) return true
  if (typeof value !== 'object' || typeof empty !== 'object' || value === null || empty === null) return false
  return Array.isArray(value) === Array.isArray(empty) && Object.keys(value).length === 0
}
