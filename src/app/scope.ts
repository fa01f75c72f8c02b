import type { Fresh, Tenant } from '../domain/model.ts'
import type { AttachmentBytes } from '../storage/attachments/attachmentBytes.ts'
import type { TenantStore } from '../storage/tenantStore.ts'
import type { SearchIndex } from '../search/searchIndex.ts'
import type { ImportQueue } from './imports/turns/importQueue.ts'
import type { Lanes } from './write/lanes.ts'
import type { Principal } from '../domain/principal.ts'
import type { Budget } from './read/budget.ts'
import type { Reads } from './read/reads.ts'

/** What every command and query works with: one request of one tenant. */
export interface Scope {
  readonly tenant: Tenant
  /** Whether what is stored from now on is salted, so that its hashes hide what it was once it is erased. */
  readonly sealed: boolean
  /** 64 hex digits: what digests of content in names are keyed with. */
  readonly nameKey: string
  /** Who asks. */
  readonly principal: Principal
  readonly store: TenantStore
  readonly attachmentBytes: AttachmentBytes
  readonly search: SearchIndex
  readonly reads: Reads
  readonly lanes: Lanes
  /** Where imports wait for their turn; absent: they begin at once. */
  readonly imports?: ImportQueue | undefined
  readonly fresh: Fresh
  readonly limits: Limits
  /** Whether a checkpoint stands before every operation that moves a head off its path or has it read differently. */
  readonly autoCheckpoint: boolean
  /** What the request may still use. */
  readonly budget: Budget
  readonly signal?: AbortSignal | undefined
}

/** Bounds that the operator may set. */
export interface Limits {
  /** Items in a list that has no cursor. */
  readonly list: number
  /** Entries of a context, which has none either: the sessions of agents are long. */
  readonly context: number
  /** How far `totalCount` counts before it is null. */
  readonly count: number
  /** UTF-8 bytes of one turn's content. */
  readonly turnBytes: number
  /** Bytes of one attachment. */
  readonly attachmentBytes: number
}
export const defaultLimits: Limits = {
  list: 1000,
  context: 10_000,
  count: 10_000,
  turnBytes: 4 * 1024 * 1024,
  attachmentBytes: 100 * 1024 * 1024,
}
