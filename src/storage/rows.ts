/**
 * How the domain's values lie in a store: a few columns that are queried, everything else as one JSON text, `body`.
 *
 * Content goes in as JSON text only: JSON.stringify writes lone surrogates and U+0000 as escapes, which every store
 * keeps, whereas plain text properties lose them.
 */
import { canonicalJson } from '../domain/pathHash.ts'
import type {
  Conversation,
  Event,
  Instant,
  JsonObject,
  Message,
  NewEvent,
  Observation,
  ObservationId,
  ObservationKind,
  Place,
  Role,
  Segment,
} from '../domain/model.ts'

export interface ObservationColumns {
  readonly id: string
  readonly kind: ObservationKind
  readonly conversationId: string
  readonly messageId: string | null
  readonly externalId: string | null
  readonly role: Role | null
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  readonly copyOf: ObservationId | null
  readonly contentHash: string
  /** These six are null outside the tree, parentId at a root as well. */
  readonly parentId: string | null
  readonly segmentId: string | null
  readonly depth: number | null
  readonly turn: number | null
  readonly entry: number | null
  readonly pathHash: string | null
}
export type ObservationRow = ObservationColumns & { readonly body: string }

/** Returns the observation as it lies in a store. */
export function observationRow(observation: Observation): ObservationRow {
  const {
    id,
    kind,
    conversationId,
    messageId,
    externalId,
    role,
    observedAt,
    ingestedAt,
    copyOf,
    contentHash,
    place,
    ...rest
  } = observation
  const columns = { id, kind, conversationId, messageId, externalId, role, observedAt, ingestedAt, copyOf, contentHash }
  if (!place) {
    const nowhere = { parentId: null, segmentId: null, depth: null, turn: null, entry: null, pathHash: null }
    return { ...columns, ...nowhere, body: JSON.stringify(rest) }
  }
  const { parentId, segmentId, depth, turn, entry, pathHash, ...counts } = place
  return {
    ...columns,
    parentId,
    segmentId,
    depth,
    turn,
    entry,
    pathHash,
    body: JSON.stringify({ ...rest, place: counts }),
  }
}

type ObservationBody = Omit<Observation, keyof ObservationColumns | 'place'> & {
  readonly place?: Omit<Place, keyof ObservationColumns>
}

/** Returns the observation that lies in a row. Member by member: this is the hottest of the reads, and spreads are slow. */
export function observationOf(row: ObservationRow): Observation {
  const body = JSON.parse(row.body) as ObservationBody
  return {
    id: row.id,
    kind: row.kind,
    conversationId: row.conversationId,
    messageId: row.messageId,
    externalId: row.externalId,
    role: row.role,
    blocks: body.blocks,
    senderId: body.senderId,
    senderKind: body.senderKind,
    model: body.model,
    usage: body.usage,
    runId: body.runId,
    branchId: body.branchId,
    sourceKind: body.sourceKind,
    priority: body.priority,
    fields: body.fields,
    metadata: body.metadata,
    observedAt: row.observedAt,
    ingestedAt: row.ingestedAt,
    copyOf: row.copyOf,
    marker: body.marker,
    contentHash: row.contentHash,
    place: body.place ? placeOf(row, body.place) : null,
  }
}

function placeOf(row: ObservationRow, counts: NonNullable<ObservationBody['place']>): Place | null {
  const { parentId, segmentId, depth, turn, entry, pathHash } = row
  if (segmentId === null || depth === null || pathHash === null) return null
  return {
    parentId,
    otherParents: counts.otherParents,
    segmentId,
    depth,
    turns: counts.turns,
    turn,
    entries: counts.entries,
    entry,
    calls: counts.calls,
    pathHash,
    openCalls: counts.openCalls,
    groupStart: counts.groupStart,
    groupAnswer: counts.groupAnswer,
    firstUserId: counts.firstUserId,
    markerId: counts.markerId,
  }
}

export interface MessageRow {
  readonly id: string
  readonly conversationId: string
  readonly createdAt: Instant
  readonly body: string
}

/** Returns the message as it lies in a store. */
export function messageRow({ id, conversationId, createdAt, ...rest }: Message): MessageRow {
  return { id, conversationId, createdAt, body: JSON.stringify(rest) }
}

/** Returns the message that lies in a row. */
export function messageOf({ body, ...columns }: MessageRow): Message {
  return { ...columns, ...(JSON.parse(body) as Omit<Message, 'id' | 'conversationId' | 'createdAt'>) }
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
  readonly conversationId: string
  readonly kind: Event['kind']
  readonly at: Instant
  readonly movesHead: boolean
  readonly body: string
}

/** Returns the event as it lies in a store; its `seq` is a column of its own, given by the store. */
export function eventRow({ id, conversationId, kind, at, ...rest }: NewEvent): EventRow {
  return { id, conversationId, kind, at, movesHead: rest.head !== null, body: JSON.stringify(rest) }
}

/** Returns the event that lies in a row. */
export function eventOf(row: Omit<EventRow, 'movesHead'> & { readonly seq: number }): Event {
  const { id, conversationId, kind, at, seq, body } = row
  return {
    id,
    conversationId,
    seq,
    kind,
    at,
    ...(JSON.parse(body) as Omit<NewEvent, 'id' | 'conversationId' | 'kind' | 'at'>),
  }
}

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
    body: JSON.stringify(rest),
  }
}

type ConversationBody = Omit<Conversation, 'id' | 'version' | 'createdAt' | 'activityAt' | 'origin'>

/** Returns the conversation that lies in a row. */
export function conversationOf(
  row: Pick<ConversationRow, 'id' | 'version' | 'createdAt' | 'activityAt' | 'origin' | 'body'>,
): Conversation {
  const { id, version, createdAt, activityAt, origin, body } = row
  return { id, version, createdAt, activityAt, origin, ...(JSON.parse(body) as ConversationBody) }
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
