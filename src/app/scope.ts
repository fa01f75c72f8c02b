import type { Limits } from '../config/defaults.ts'
import type { ConversationId, Fresh, Tenant } from '../domain/model.ts'
import type { AttachmentBytes } from '../storage/attachments/attachmentBytes.ts'
import type { TenantStore } from '../storage/tenantStore.ts'
import type { SearchIndex } from '../search/searchIndex.ts'
import type { Machine } from '../formats/knownFolders.ts'
import type { ErasedPieces } from './erasures/purges/erasedPieces.ts'
import type { LocalImports } from './imports/local/model.ts'
import type { ImportQueue } from './imports/queue/importQueue.ts'
import type { Lanes } from './write/lanes/lanes.ts'
import type { Principal } from '../domain/access/principal.ts'
import type { Budget } from './read/budget.ts'
import type { Reads } from './read/reads.ts'

/** The agents of the server's machine, where the caller works on that machine too. */
export interface OwnAgents {
  readonly machine: Machine
  /** Says whether sessions of an agent may be put into its folder here: it is followed. */
  takes(agent: string): boolean
}

/** What every command and query works with: one request of one tenant. */
export interface Scope {
  readonly tenant: Tenant
  /** Whether what is stored from now on is salted, so that its hashes hide what it was once it is erased. */
  readonly salted: boolean
  /** 64 hex digits: what digests of content in names are keyed with. */
  readonly nameKey: string
  /** Who asks. */
  readonly principal: Principal
  readonly store: TenantStore
  readonly attachmentBytes: AttachmentBytes
  readonly search: SearchIndex
  readonly reads: Reads
  readonly lanes: Lanes
  /** Where imports wait until there is room for them; absent: they begin at once. */
  readonly imports?: ImportQueue | undefined
  readonly fresh: Fresh
  readonly limits: Limits
  /** Whether a checkpoint stands before every operation that moves a head off its path or has it read differently. */
  readonly autoCheckpoint: boolean
  /** The key by which imports know what was erased; absent where the operator does not want that. */
  readonly suppressKey?: SuppressKey | undefined
  /** What is remembered of erased texts until the files were searched for them; absent where they are the database's own. */
  readonly erasedPieces?: ErasedPieces | undefined
  /** It is the erasure of the tenant: that this is being erased explains no fault of its writes. */
  readonly isErasingTenant?: true
  /** Called after each erasure that is done. */
  readonly onErased?: (() => void) | undefined
  /** Says whether an agent is writing a conversation's session now; absent where no sessions are followed. */
  readonly isLive?: ((conversationId: ConversationId) => Promise<boolean>) | undefined
  /** Whose folders sessions may be put into; absent where the caller may be on another machine, or no folder is followed. */
  readonly ownAgents?: OwnAgents | undefined
  /** What imports the sessions of the server's machine; absent where the caller may be on another one. */
  readonly localImports?: (() => LocalImports) | undefined
  /** What the request may still use. */
  readonly budget: Budget
  readonly signal?: AbortSignal | undefined
}

/** The key of the digests by which imports know what was erased. It lies apart from the store, so that a copy of the store confirms no guess. */
export interface SuppressKey {
  /** Returns the key; null where there is none. Another process may have made or destroyed it meanwhile. */
  read(): Promise<Uint8Array | null>
  /** Returns the key, which is made where there is none. */
  make(): Promise<Uint8Array>
}
