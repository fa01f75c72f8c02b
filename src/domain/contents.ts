/** Everything that is stored, by kind: what a backup carries. Segments are omitted: a restore recomputes them. */
import type { Annotations } from './messages/annotation.ts'
import type { Erasure } from './erasure/erasure.ts'
import type { Attachment } from './records/attachment.ts'
import { isErasureLine, type RecordChanges } from './changes.ts'
import type { Entity, EntityType } from './records/entity.ts'
import type {
  Conversation,
  ConversationId,
  Event,
  BranchPoint,
  KeyRecord,
  Mark,
  Message,
  Observation,
  RawChunk,
  Segment,
} from './model.ts'
import type { Relationship } from './records/relationship.ts'
import type { Run } from './records/run.ts'
import type { Fact } from './messages/snapshot.ts'
import { recordName, type StateRecord } from './records/stateRecord.ts'

/** The values of each kind, as they are stored. */
export interface Contents {
  readonly attachment: Attachment
  readonly entityType: EntityType
  readonly conversation: StoredConversation
  readonly message: Message
  readonly observation: Observation
  readonly annotations: Annotations
  readonly erasure: Erasure
  readonly stateRecord: StateRecord
  readonly junction: BranchPoint
  readonly run: Run
  readonly event: Event
  readonly rawChunk: StoredChunk
  readonly entity: Entity
  readonly fact: Fact
  readonly relationship: Relationship
  readonly importMark: Mark
  readonly idempotencyKey: KeyRecord
  readonly guard: Guard
}

/** A conversation with the number of the last line of its ledger. */
export interface StoredConversation extends Conversation {
  readonly lastSeq: number
}

/** A stretch of a file with the place of its source among those of the conversation, from 1. */
export interface StoredChunk extends RawChunk {
  readonly position: number
}

/** A counter and how often it was raised. */
export interface Guard {
  readonly name: string
  readonly value: number
}

export type ContentKind = keyof Contents

/** The kinds of what is written besides the tree, by the names that changes have for them. */
export const recordKinds = {
  entities: 'entity',
  entityTypes: 'entityType',
  relationships: 'relationship',
  annotations: 'annotations',
  erasures: 'erasure',
  stateRecords: 'stateRecord',
  facts: 'fact',
  attachments: 'attachment',
  runs: 'run',
  guards: 'guard',
} as const satisfies { readonly [K in keyof RecordChanges]: ContentKind }

/** Says whether values are an erasure's own records: of a tenant that is erased, or is being erased, no others are loaded. */
export function isOfErasure(batch: LoadBatch): boolean {
  return batch.kind === 'erasure' || (batch.kind === 'event' && batch.values.every(isErasureLine))
}

/** Returns values as changes that are the first of them. */
export function asChanges(portion: DumpBatch): Partial<RecordChanges> | null {
  const result = Object.entries(recordKinds).find(([, kind]) => kind === portion.kind)
  if (!result) return null
  const values = portion.values as readonly unknown[]
  const isPlain = ['attachments', 'runs'].includes(result[0])
  const changes = isPlain ? values : values.map((value) => ({ expected: null, isNew: true, value }))
  return { [result[0]]: changes }
}

/** The kinds in the order in which they are carried: what others refer to comes first. */
export const contentKinds = [
  ...(['attachment', 'entityType', 'conversation', 'message', 'observation', 'junction', 'run', 'event'] as const),
  ...([
    'rawChunk',
    'entity',
    'fact',
    'annotations',
    'erasure',
    'stateRecord',
    'relationship',
    'importMark',
    'idempotencyKey',
    'guard',
  ] as const),
] as const satisfies readonly ContentKind[]

/** Values of one kind. */
export type DumpBatch = { readonly [K in ContentKind]: PortionOf<K> }[ContentKind]
export interface PortionOf<K extends ContentKind> {
  readonly kind: K
  readonly values: readonly Contents[K][]
}

/** What is put into a store as it is: portions, and the segments that were made for their nodes, new or with a moved tip. */
export type LoadBatch = DumpBatch | { readonly kind: 'segment'; readonly values: readonly Segment[] }

/** Where a value stands among those of its kind: by conversation first, then by `sort`; both never change. */
export interface ContentOrder {
  readonly conversationId: ConversationId | null
  readonly sort: string
}

/** Returns the place of a value, which its content alone decides; two values of a kind have one place only when they are one. */
export function orderOf<K extends ContentKind>(kind: K, value: Contents[K]): ContentOrder {
  return (orders[kind] as (value: Contents[K]) => ContentOrder)(value)
}

/** Returns the name of a value among those of its kind: two of one name are one thing. */
export function identityOf<K extends ContentKind>(kind: K, value: Contents[K]): string {
  return (identities[kind] as (value: Contents[K]) => string)(value)
}

const identities: { readonly [K in ContentKind]: (value: Contents[K]) => string } = {
  attachment: ({ id }) => id,
  entityType: ({ type }) => type,
  conversation: ({ id }) => id,
  message: ({ id }) => id,
  observation: ({ id }) => id,
  annotations: ({ id }) => id,
  erasure: ({ id }) => id,
  stateRecord: recordName,
  junction: ({ conversationId, parentId }) => JSON.stringify([conversationId, parentId]),
  run: ({ conversationId, runId }) => JSON.stringify([conversationId, runId]),
  event: ({ id }) => id,
  rawChunk: ({ conversationId, source, firstLine }) => JSON.stringify([conversationId, source, firstLine]),
  entity: ({ id }) => id,
  fact: ({ id }) => id,
  relationship: ({ id }) => id,
  importMark: ({ name }) => name,
  idempotencyKey: ({ key }) => key,
  guard: ({ name }) => name,
}

const digits = (number: number): string => String(number).padStart(16, '0')
const loose = (sort: string): ContentOrder => ({ conversationId: null, sort })
const within = (conversationId: ConversationId, sort: string): ContentOrder => ({ conversationId, sort })

const orders: { readonly [K in ContentKind]: (value: Contents[K]) => ContentOrder } = {
  attachment: ({ id }) => loose(id),
  entityType: ({ type }) => loose(type),
  conversation: ({ id }) => within(id, ''),
  message: ({ conversationId, createdAt, id }) => within(conversationId, createdAt + id),
  // By depth: a parent comes before its children, and of those the one that came first.
  observation: ({ conversationId, place, ingestedAt, id }) =>
    within(conversationId, (place ? digits(place.depth) : '~') + ingestedAt + id),
  annotations: ({ id }) => loose(id),
  erasure: ({ at, id }) => loose(at + id),
  stateRecord: ({ conversationId, kind, key }) => within(conversationId, `${kind}\n${key}`),
  junction: ({ conversationId, parentId }) => within(conversationId, parentId),
  run: ({ conversationId, claimedAt, runId }) => within(conversationId, claimedAt + runId),
  event: ({ conversationId, seq, at, id }) => ({ conversationId, sort: (seq === null ? at : digits(seq)) + id }),
  rawChunk: ({ conversationId, position, firstLine }) => within(conversationId, digits(position) + digits(firstLine)),
  entity: ({ createdAt, id }) => loose(createdAt + id),
  fact: ({ ingestedAt, id }) => loose(ingestedAt + id),
  relationship: ({ id }) => loose(id),
  importMark: ({ name }) => loose(name),
  idempotencyKey: ({ key }) => loose(key),
  guard: ({ name }) => loose(name),
}
