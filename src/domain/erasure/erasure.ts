import type { Principal } from '../access/principal.ts'
import type { Hash, Instant, ObservationId } from '../model.ts'

export const eraseReasons = [
  ...(['DATA_SUBJECT_REQUEST', 'CONSENT_WITHDRAWN', 'RETENTION', 'SECRET_LEAKED', 'LEGAL_ORDER', 'OTHER'] as const),
] as const
export type EraseReason = (typeof eraseReasons)[number]

/** ERASING: under way, or started again after a crash; ERASED: no request can read it; PURGED: the store's files were checked. */
export const erasureStates = ['ERASING', 'ERASED', 'PURGED'] as const
export type ErasureState = (typeof erasureStates)[number]

/** What an erasure cannot reach, or leaves for a reason. */
export const residues = [
  ...(['PLAIN_DIGEST', 'ATTACHMENT_ID', 'HOST_ID', 'STORE_FILES', 'TRANSACTION_LOGS'] as const),
  ...(['OBJECT_VERSIONS', 'STATE_RECORDS', 'BACKUPS'] as const),
] as const
export type Residue = (typeof residues)[number]

/** How much an erasure empties. */
export interface EraseScope {
  /** Observations of the tree and beside it, those below among them. */
  readonly observations: number
  /** Copies and restatements of what was asked for, and what it is a copy or restatement of. */
  readonly copies: number
  /** Summaries of a compaction whose span holds something erased. */
  readonly derived: number
  /** Messages of which nothing that says something is left. */
  readonly messages: number
  /** Conversations in which something is erased. */
  readonly conversations: number
  /** Forks whose path holds something erased. */
  readonly forks: number
  readonly attachments: number
  /** Entities, those among them that were merged into one of them. */
  readonly entities: number
  /** Of the contents, as JSON, and of the attachments. */
  readonly bytes: number
  /** Observations that say the same, and stay. */
  readonly equalElsewhere: number
}

/** What was asked for, by ids. */
export interface EraseTargets {
  readonly observationIds: readonly string[]
  readonly messageIds: readonly string[]
  readonly conversationIds: readonly string[]
  readonly attachmentIds: readonly Hash[]
  readonly entityIds: readonly string[]
}

/** What an erasure has yet to do; the server that finishes it after a crash reads this, and drops it once it is done. */
export interface ErasurePlan {
  /** Conversations of which everything goes. */
  readonly conversationIds: readonly string[]
  /** What the erased blocks attached: those go that nothing else embeds. */
  readonly attachmentIds: readonly Hash[]
  /** Attachments that go whatever embeds them. */
  readonly askedAttachmentIds: readonly Hash[]
  /** Entities of which everything goes. */
  readonly entityIds: readonly string[]
  /** How many observations were empty when that was last written down. */
  readonly emptied?: number
  /** Everything of the tenant goes. */
  readonly wholeTenant?: boolean
}

/** How long a piece of an erased text is for which the files of a store are searched, in bytes. */
export const pieceLength = 24

/** A place that could hold something erased, and what was looked at there. */
export interface PurgeLook {
  readonly place: string
  /** In words; null: nobody looked. */
  readonly looked: string | null
}

/** What was seen of one file of a store once it was rewritten. */
export interface FileLook {
  readonly place: string
  /** What was looked at. */
  readonly looked: string
  /** What shows that erased bytes are left there, or may be; null: nothing does. */
  readonly wrong: string | null
}

/** That the store's files were checked, or whose word it is that they were dealt with. */
export interface Purge {
  readonly at: Instant
  readonly how: string
  /** Absent in a statement that was made before places were named. */
  readonly looks?: readonly PurgeLook[]
  readonly residue: readonly Residue[]
  readonly signature: string
}

/** One governed act of taking content out, and its receipt. */
export interface Erasure {
  readonly id: string
  readonly version: number
  readonly at: Instant
  readonly state: ErasureState
  readonly principal: Principal
  readonly reason: EraseReason
  readonly note: string | null
  readonly scope: EraseScope
  /** What was erased, by ids that say nothing. */
  readonly observationIds: readonly ObservationId[]
  /** Entities and attachments that it emptied, by digests that only the tenant's key for names can make of an id. */
  readonly things: readonly Hash[]
  /** SHA-256 over what stays of each, by their ids. */
  readonly digest: Hash | null
  readonly residue: readonly Residue[]
  /** A compact JWS over the receipt; null while it is under way. */
  readonly signature: string | null
  readonly purge: Purge | null
  readonly plan: ErasurePlan | null
}

export const noScope: EraseScope = {
  ...{ observations: 0, copies: 0, derived: 0, messages: 0, conversations: 0, forks: 0 },
  ...{ attachments: 0, entities: 0, bytes: 0, equalElsewhere: 0 },
}
