import type { Instant } from '../model.ts'
import type { Principal } from './principal.ts'
import type { Tenant } from './tenant.ts'

/** Who asks, and whose data it is asked for: what authentication comes to. */
export interface Requester {
  readonly principal: Principal
  readonly tenant: TenantRecord
}

/** What is known of a tenant; a name that was once given is never free again. */
export interface TenantRecord {
  readonly name: Tenant
  readonly state: TenantState
  /** Whether what is stored from now on hides in its hashes what it was, once it is erased. */
  readonly salted: boolean
  /** 64 hex digits: what digests of content in names are keyed with. It stays in the store. */
  readonly nameKey: string
  /** Null: nobody registered it, a write made it. */
  readonly createdAt: Instant | null
}
/** The states that a tenant may have: SUSPENDED lets nobody in until it is resumed, ERASING and ERASED never again. */
export const tenantStates = ['ACTIVE', 'SUSPENDED', 'ERASING', 'ERASED'] as const
export type TenantState = (typeof tenantStates)[number]
/** Those of a tenant whose content is gone, or is going: nothing but its erasures is written for it. */
export const goneStates: readonly TenantState[] = ['ERASING', 'ERASED']
