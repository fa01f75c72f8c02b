/**
 * How the domain's values lie in a store: a few columns that are queried, everything else as one JSON text, `body`.
 * A body leaves out the members that hold nothing; reading puts them back.
 *
 * Content goes in as JSON text only: JSON.stringify writes lone surrogates and U+0000 as escapes, which every store
 * keeps, whereas plain text properties lose them.
 */
import type { Event, Instant, Json, Message, NewEvent, Segment } from '../domain/model.ts'
import { principalOf, principalValue } from './rows/principal.ts'
export { filled } from './filled.ts'
export {
  conversationOfText,
  conversationRow,
  conversationText,
  conversationWith,
  cwdKey,
  memberKey,
  titleKey,
  type StoredBody,
} from './conversationRow.ts'
export {
  observationOf,
  observationRow,
  observationWith,
  type ObservationBody,
  type ObservationRow,
} from './observationRow.ts'

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

export const plainMessage = { deleted: false, supersedesId: null, overlay: null, others: [] } as const

/** What the body of a message holds. */
export type MessageBody = Omit<Message, keyof MessageRow | keyof typeof plainMessage> &
  Partial<Pick<Message, keyof typeof plainMessage>>

/** Returns the message that lies in a row. */
export function messageOf(row: MessageRow): Message {
  return messageWith(row, JSON.parse(row.body) as MessageBody)
}

/** Returns the message of columns and a body. Member by member, as in observationRow.ts: it is read as often. */
export function messageWith({ id, conversationId, createdAt }: Omit<MessageRow, 'body'>, body: MessageBody): Message {
  return {
    id,
    conversationId,
    turnId: body.turnId,
    role: body.role,
    createdAt,
    deleted: body.deleted ?? false,
    latestId: body.latestId,
    latestAt: body.latestAt,
    observationCount: body.observationCount,
    supersedesId: body.supersedesId ?? null,
    overlay: body.overlay ?? null,
    others: body.others ?? plainMessage.others,
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
  return eventWith(row, JSON.parse(row.body) as Json[])
}

/** Returns the event of columns and the members of a body. */
export function eventWith(row: Pick<Event, 'id' | 'conversationId' | 'seq' | 'kind' | 'at'>, members: Json[]): Event {
  const { id, conversationId, seq, kind, at } = row
  const named = {
    ...Object.fromEntries(eventMembers.map((name, k) => [name, members[k] ?? null])),
    principal: principalOf(members[eventMembers.indexOf('principal')]),
  }
  return { id, conversationId, seq, kind, at, ...(named as unknown as EventBody) }
}

type EventBody = Pick<NewEvent, (typeof eventMembers)[number]>
