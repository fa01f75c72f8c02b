import type { Conversation, Event, Fresh, Hash, Json, Message, Observation, Tenant } from '../domain/model.ts'
import type { Entity, Fact, Relationship, Run } from '../domain/things.ts'
import type { AttachmentBytes } from '../storage/attachments/attachmentBytes.ts'
import type { GraphStore } from '../storage/graphStore.ts'
import type { Lanes } from './lanes.ts'
import type { Reads } from './reads.ts'

/** Bounds that the operator may set. */
export interface Limits {
  /** Items in a list that has no cursor. */
  readonly list: number
  /** How far `totalCount` counts before it is null. */
  readonly count: number
  /** UTF-8 bytes of one turn's content. */
  readonly turnBytes: number
  /** Bytes of one attachment. */
  readonly attachmentBytes: number
}
export const defaultLimits: Limits = {
  list: 1000,
  count: 10_000,
  turnBytes: 4 * 1024 * 1024,
  attachmentBytes: 100 * 1024 * 1024,
}

/** What every command and query works with: one request of one tenant. */
export interface Act {
  readonly tenant: Tenant
  readonly store: GraphStore
  readonly attachmentBytes: AttachmentBytes
  readonly reads: Reads
  readonly lanes: Lanes
  readonly fresh: Fresh
  readonly limits: Limits
  readonly signal?: AbortSignal | undefined
}

/** Something the caller should know though nothing was refused. */
export interface Notice {
  readonly code: string
  readonly message: string
  readonly details: Json
}

export interface ConversationResult {
  readonly conversation: Conversation
  readonly replayed: boolean
}
/** Null where there was nothing to delete. */
export interface DeletionResult extends Omit<ConversationResult, 'conversation'> {
  readonly conversation: Conversation | null
}
export interface StoreResult {
  readonly conversation: Conversation
  readonly message: Message
  readonly observation: Observation
  readonly replayed: boolean
  readonly leftTranscript: number
  readonly forked: boolean
  readonly warnings: readonly Notice[]
}
export interface AmendResult {
  /** Null where there was nothing to delete, as is the observation. */
  readonly message: Message | null
  readonly observation: Observation | null
  readonly replayed: boolean
}
export interface ForkResult {
  /** Null in a dry run, as is the event. */
  readonly conversation: Conversation | null
  readonly event: Event | null
  /** The conversation forked, and the point; its own lineage follows it. */
  readonly source: Conversation
  readonly point: Observation | null
  readonly sharedLength: number
  readonly pathHash: Hash
  readonly copied: number
  readonly replayed: boolean
  readonly warnings: readonly Notice[]
}
export interface RunResult {
  readonly run: Run
  readonly conversation: Conversation
  readonly replayed: boolean
  readonly warnings: readonly Notice[]
}
export interface HeadResult {
  readonly conversation: Conversation
  readonly event: Event
  readonly leftTranscript: number
  readonly replayed: boolean
}
export interface RelationshipResult {
  readonly relationship: Relationship
  readonly replayed: boolean
}
export interface EntityResult {
  readonly entity: Entity
  /** The fact that it left behind; null where it left none. */
  readonly observation: Fact | null
  readonly observationsMoved: number
  readonly relationshipsMoved: number
  readonly replayed: boolean
}
