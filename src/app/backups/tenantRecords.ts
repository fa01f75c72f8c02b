import type { TenantRecord, TenantState } from '../../domain/access/requester.ts'
import { isGone } from '../access/registeredTenant.ts'
import type { Scope } from '../scope.ts'

/** Says whether a tenant has content, or may have. */
export function holdsContent({ state }: { readonly state: TenantState }): boolean {
  return !isGone({ state })
}

/** Returns what the registry says of the scope's tenant; of one that it does not know what the scope says. */
export async function recordOf({ store, tenant, salted, nameKey }: Scope): Promise<TenantRecord> {
  return (await store.record()) ?? { name: tenant, state: 'ACTIVE', salted, nameKey, createdAt: null }
}

/**
 * Returns the record of a tenant that is there and empty, and becomes that of a backup. What its operator has set here stays
 * where it is the stricter of both: hashes are salted, and a tenant that is not active stays so.
 */
export function adoptedRecord(own: TenantRecord, line: TenantRecord): TenantRecord {
  return {
    ...{ name: own.name, nameKey: line.nameKey },
    salted: saltedAs(own, line).salted,
    state: own.state === 'ACTIVE' ? line.state : own.state,
    createdAt: line.createdAt ?? own.createdAt,
  }
}

/** Returns the record of an empty tenant that takes in another one's content: hashes are salted where either says so. */
export function saltedAs(own: TenantRecord, { nameKey, salted }: TenantRecord): TenantRecord {
  return { ...own, nameKey, salted: own.salted || salted }
}
