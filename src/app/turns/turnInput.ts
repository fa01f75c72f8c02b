import type { Role, Block, Instant, UsageInput, Json } from '../../domain/model.ts'
import type { Attached, AttachmentInput } from '../attachments/attaching.ts'
import type { OnConflict } from '../write/expectedHead.ts'
import type { EndpointIdRef, EndpointRef } from '../relationships/endpoints.ts'
import type { ParentRef } from '../read/view.ts'

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
  readonly usage?: UsageInput | null
  readonly branchId?: string | null
  readonly attachments?: readonly AttachmentInput[] | null
  readonly refersTo?: readonly EndpointRef[] | null
  /** The message whose place it takes. */
  readonly supersedes?: string | null
  /** What becomes of a turn on the head's path that says the same again; RESTATE unless said. */
  readonly ifEqual?: 'RESTATE' | 'BRANCH' | null
  readonly sourceKind?: string | null
  readonly priority?: number | null
  readonly metadata?: Json
}

/** A turn whose attachments are among its blocks, with those that were given with it. */
export type AttachedTurn = Attached<StoreTurn>
/** The same with what it refers to by ids. */
export type TurnInput = Omit<AttachedTurn, 'refersTo'> & { readonly refersTo?: readonly EndpointIdRef[] | null }
