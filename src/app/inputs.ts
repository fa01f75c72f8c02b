import type { ForkBoundary } from '../domain/forkPoint.ts'
import type { Binding } from '../domain/runs.ts'
import type { Block, Instant, Json, JsonObject, OriginKind, Role, Usage } from '../domain/model.ts'
import type { RelationshipType } from '../domain/things.ts'

/** A parent or point by id, as the API's one-of inputs give it. */
export type ParentRef = { readonly messageId: string } | { readonly observationId: string }
export type PointRef = ParentRef | { readonly turn: number } | { readonly runId: string }
export type PlaceRef = ParentRef | { readonly conversationId: string }
export type OnConflict = 'REJECT' | 'FORK' | 'REBASE'
export type { ForkBoundary }

export interface CreateConversation {
  readonly id?: string | null
  readonly title?: string | null
  readonly cwd?: string | null
  readonly metadata?: Json
  readonly origin?: OriginKind | null
  readonly idempotencyKey?: string | null
}
export interface UpdateConversation {
  readonly id: string
  /** "" clears it. */
  readonly title?: string | null
  /** Merged key by key. */
  readonly metadata?: Json
}
/** What a turn attaches: bytes, or a URI. */
export interface GivenAttachment {
  readonly name?: string | null
  readonly mediaType?: string | null
  readonly base64?: string | null
  readonly uri?: string | null
  /** What it is for in this turn; belongs to the use, not to the bytes. */
  readonly kind?: string | null
  readonly environment?: string | null
}
/** One turn to store. A member that is undefined was not given; null counts as given where the API says so. */
export interface StoreTurn {
  readonly conversationId?: string | null
  readonly conversationKey?: { readonly firstUserMessage?: string; readonly title?: string } | null
  readonly turnId?: string | null
  readonly idempotencyKey?: string | null
  readonly role: Role
  readonly blocks: readonly Block[]
  /** Null: a new root. */
  readonly parent?: ParentRef | null
  /** Null: the conversation must be empty. */
  readonly expectedHeadId?: string | null
  readonly onConflict?: OnConflict | null
  readonly senderId?: string | null
  readonly senderKind?: string | null
  /** An open run. */
  readonly runId?: string | null
  readonly observedAt?: Instant | null
  readonly model?: string | null
  readonly usage?: Usage | null
  readonly branchId?: string | null
  readonly attachments?: readonly GivenAttachment[] | null
  readonly refersTo?: readonly ThingRef[] | null
  /** The message whose place it takes. */
  readonly supersedes?: string | null
  readonly sourceKind?: string | null
  readonly priority?: number | null
  readonly metadata?: Json
}
export interface AmendMessage {
  readonly messageId: string
  readonly fields: Json
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}
export interface Delete {
  readonly id: string
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}
export interface StoreTurns {
  readonly turns: readonly StoreTurn[]
  readonly idempotencyKey?: string | null
  readonly expectedHeadId?: string | null
  readonly onConflict?: OnConflict | null
}
export interface ForkConversation {
  readonly source: string
  readonly at?: PointRef | null
  readonly before?: PointRef | null
  readonly boundary?: ForkBoundary | null
  readonly newConversationId?: string | null
  readonly title?: string | null
  readonly metadata?: Json
  readonly actor?: Json
  readonly note?: string | null
  readonly origin?: OriginKind | null
  readonly idempotencyKey?: string | null
  readonly dryRun?: boolean | null
}
export interface Rewind {
  readonly conversationId: string
  readonly to?: PointRef | null
  readonly before?: PointRef | null
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}
export interface SwitchHead {
  readonly conversationId: string
  readonly observationId: string
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}
export interface Undo {
  readonly conversationId: string
  readonly expectedHeadId?: string | null
  readonly idempotencyKey?: string | null
}
export interface ClaimRun {
  readonly conversationId: string
  readonly runId?: string | null
  readonly exclusive?: boolean | null
  readonly abortActive?: boolean | null
  readonly bindings?: readonly Binding[] | null
  readonly idempotencyKey?: string | null
}
/** A run to complete or abort. */
export interface NamedRun {
  readonly conversationId: string
  readonly runId: string
  readonly note?: string | null
}
export interface SuspendRun {
  readonly conversationId: string
  readonly runId: string
  readonly request: Json
  readonly questionId?: string | null
}
export interface AnswerRun {
  readonly conversationId: string
  /** The one that waits, when only one does. */
  readonly runId?: string | null
  /** The pending one. */
  readonly questionId?: string | null
  readonly answer: Json
}
/** Either end of a relationship, as the API's one-of input gives it. */
export type ThingRef =
  | { readonly conversationId: string }
  | { readonly messageId: string }
  | { readonly entityId: string }
  | { readonly attachmentId: string }
export interface Relate {
  readonly type: RelationshipType
  readonly source: ThingRef
  readonly target: ThingRef
  readonly metadata?: Json
  readonly idempotencyKey?: string | null
}
export interface StoreEntity {
  readonly id?: string | null
  readonly type: string
  readonly name: string
  readonly fields?: Json
  readonly idempotencyKey?: string | null
  readonly observedAt?: Instant | null
  readonly priority?: number | null
  readonly specificity?: number | null
  readonly sourceKind?: string | null
}
export interface CorrectEntity {
  readonly id: string
  readonly fields: Json
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}
/** What is deleted or restored. */
export interface Delete {
  readonly id: string
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}
export interface DefineEntityType {
  readonly type: string
  readonly strategies: Json
}
export interface MergeEntities {
  readonly from: string
  readonly into: string
  readonly idempotencyKey?: string | null
}
export interface SplitEntity {
  readonly source: string
  readonly observationIds: readonly string[]
  readonly newEntity: StoreEntity
  readonly idempotencyKey?: string | null
}
export type { JsonObject }
