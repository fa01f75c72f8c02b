import type {
  ConversationId,
  Instant,
  MessageId,
  ObservationId,
  ObservationKind,
  Role,
  SegmentId,
  Tenant,
} from '../domain/model.ts'
import type { FileLook } from '../domain/erasure/erasure.ts'
import type { SearchQuery } from '../domain/search/searchQuery.ts'
import type { WordExpression } from '../domain/search/wordExpression.ts'

/** An observation whose stored text answers a query: what must be known to say whether it is shown, and where. */
export interface Candidate {
  readonly position: Position
  readonly id: ObservationId
  readonly kind: ObservationKind
  readonly conversationId: ConversationId
  readonly messageId: MessageId | null
  readonly role: Role | null
  readonly observedAt: Instant
  readonly ingestedAt: Instant
  readonly copyOf: ObservationId | null
  readonly segmentId: SegmentId | null
  readonly depth: number | null
  readonly score: number
  /** What its message is now; null where it is of none. */
  readonly message: MessageState | null
}
export interface MessageState {
  readonly deleted: boolean
  /** The correction that holds its content now. */
  readonly correctedBy: ObservationId | null
  /** Its turn observations, copies aside. */
  readonly count: number
}

/** Names a document in the index's order, the newest first. Opaque. */
export type Position = string

export interface FindRequest {
  /** What the index is asked; what it finds is read, and compared with the query. */
  readonly expression: WordExpression
  readonly query: SearchQuery
  /** From this document on, itself included; null: from the newest. */
  readonly from: Position | null
  /** Only what comes after this one; null: all. */
  readonly after: Position | null
  readonly limit: number
}

export interface IndexHits {
  /** The newest first. */
  readonly candidates: readonly Candidate[]
  /** Whether there may be more after them. */
  readonly hasMore: boolean
  /** Stored observations that this answer has not seen; null: not known. */
  readonly behind: number | null
}

/**
 * Finds observations by words. An index follows what was committed and is never waited for but by who searches; it holds
 * nothing that cannot be rebuilt, and decides nothing: what it gives is checked before it is shown.
 */
export interface SearchIndex {
  find(tenant: Tenant, request: FindRequest): Promise<IndexHits>
  /** Begins to follow what is written; without it the first search does. */
  follow(): void
  /** Stored observations that are not in it yet; null: not known. */
  behind(): Promise<number | null>
  /** Empties it; it fills again by itself. */
  reindex(): Promise<void>
  /** Takes observations out, and what they said out of its files as well, at once or when those are renewed. */
  forget(tenant: Tenant, ids: readonly ObservationId[]): Promise<void>
  /** Indexes again what observations say now; what they said before goes out of its files likewise. */
  refresh(tenant: Tenant, ids: readonly ObservationId[]): Promise<void>
  /** Rebuilds its files where they may contain what was taken out since; does nothing where they do not. */
  renew(): Promise<void>
  /** Rewrites its own files, and says what is seen of them then; of an index without files of its own nothing. */
  compact(): Promise<readonly FileLook[]>
  /** Returns how many observations it still has with words that they do not say any more. */
  stale(tenant: Tenant, ids: readonly ObservationId[]): Promise<number>
  close(): Promise<void>
}
