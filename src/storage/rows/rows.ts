/**
 * How the domain's values lie in a store: a few columns that are queried, everything else as one JSON text, `body`.
 * A body leaves out the members that hold nothing; reading puts them back.
 *
 * Content goes in as JSON text only: JSON.stringify writes lone surrogates and U+0000 as escapes, which every store
 * keeps, whereas plain text properties lose them.
 */
import type { Event, Instant, Json, Message, NewEvent, Segment } from '../../domain/model.ts'
import { eventBody, membersOfEvent } from './event.ts'
export { nonEmpty as filled } from '../../runtime/own.ts'
export {
  conversationOfText,
  conversationRow,
  conversationText,
  conversationWith,
  forkPointOf,
  shelfKeys,
  cwdKey,
  memberKey,
  titleKey,
  type StoredBody,
} from './conversation.ts'
export {
  observationOf,
  observationRow,
  observationWith,
  type ObservationBody,
  type ObservationRow,
} from './observation.ts'

export interface MessageRow {
  readonly id: string
  readonly conversationId: string
  readonly createdAt: Instant
  readonly body: string
}

/** The part of a message's id that names its turn, in most of them. */
const turnOfId = (id: string): string => id.slice(id.indexOf(':') + 1)

/** Returns the message as it lies in a store. */
export function messageRow(message: Message): MessageRow {
  const body = {
    turnId: message.turnId === turnOfId(message.id) ? undefined : message.turnId,
    role: message.role,
    deleted: message.deleted || undefined,
    latestId: message.latestId,
    latestAt: message.latestAt,
    observationCount: message.observationCount === 1 ? undefined : message.observationCount,
    supersedesId: message.supersedesId ?? undefined,
    overlay: message.overlay ?? undefined,
    others: message.others.length === 0 ? undefined : message.others,
    restated: message.restated ?? undefined,
    erased: message.erased,
  }
  const { id, conversationId, createdAt } = message
  return { id, conversationId, createdAt, body: JSON.stringify(body) }
}

export const plainMessage = { deleted: false, supersedesId: null, overlay: null, others: [], restated: null } as const

/** What the body of a message holds. */
export type MessageBody = Omit<Message, keyof MessageRow | keyof typeof plainMessage | 'turnId' | 'observationCount'> &
  Partial<Pick<Message, keyof typeof plainMessage | 'turnId' | 'observationCount'>>

/** Returns the message that lies in a row. */
export function messageOf(row: MessageRow): Message {
  return messageWith(row, JSON.parse(row.body) as MessageBody)
}

/** Returns the message of columns and a body. Member by member, as in observation.ts: it is read as often. */
export function messageWith({ id, conversationId, createdAt }: Omit<MessageRow, 'body'>, body: MessageBody): Message {
  return {
    id,
    conversationId,
    turnId: body.turnId ?? turnOfId(id),
    role: body.role,
    createdAt,
    deleted: body.deleted ?? false,
    latestId: body.latestId,
    latestAt: body.latestAt,
    observationCount: body.observationCount ?? 1,
    supersedesId: body.supersedesId ?? null,
    overlay: body.overlay ?? null,
    others: body.others ?? plainMessage.others,
    restated: body.restated ?? null,
    ...(body.erased && { erased: true }),
  }
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

/** What the body of a segment holds. */
export type SegmentBody = Omit<Segment, keyof SegmentRow>

/** Returns the segment that lies in a row. */
export function segmentOf({ body, ...columns }: SegmentRow): Segment {
  return { ...columns, ...(JSON.parse(body) as SegmentBody) }
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
export function eventRow(event: NewEvent): EventRow {
  const { id, conversationId, kind, at, head } = event
  return { id, conversationId, kind, at, movesHead: head !== null, body: eventBody(event) }
}

/** Returns the event that lies in a row. */
export function eventOf(row: Omit<EventRow, 'movesHead'> & { readonly seq: number | null }): Event {
  return eventWith(row, JSON.parse(row.body) as Json[])
}

/** Returns the event of columns and the members of a body. */
export function eventWith(row: Pick<Event, 'id' | 'conversationId' | 'seq' | 'kind' | 'at'>, body: Json[]): Event {
  const { id, conversationId, seq, kind, at } = row
  return { id, conversationId, seq, kind, at, ...membersOfEvent(body) }
}
