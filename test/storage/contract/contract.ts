import type { Tenant } from '../../../src/domain/model.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'

/** What the parts of the suite are given. */
export interface Contract {
  /** The open store. */
  readonly store: () => GraphStore
  /** A tenant that nobody has used. */
  readonly newTenant: () => Tenant
  /** Closes the store and opens it again; a store that cannot do so stays open. */
  readonly reopen: () => Promise<void>
}
