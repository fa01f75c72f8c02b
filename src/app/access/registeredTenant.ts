import { randomBytes } from 'node:crypto'
import type { Instant } from '../../domain/model.ts'
import type { TenantRecord } from '../../domain/requester.ts'
import { defaultTenant, type Tenant } from '../../domain/tenant.ts'
import type { Registry } from '../../storage/graphStore.ts'

/** Returns a tenant that nobody has yet, to be registered. */
export function newTenant(name: Tenant, sealed: boolean, createdAt: Instant): TenantRecord {
  return { name, state: 'ACTIVE', sealed, nameKey: randomBytes(32).toString('hex'), createdAt }
}

/** Returns the tenant whose all is where nothing asks who comes; it is registered by the first who opens the store. */
export async function registeredDefault(registry: Registry, now: () => Instant): Promise<TenantRecord> {
  const known = await registry.tenant(defaultTenant)
  if (known) return known
  const made = newTenant(defaultTenant, false, now())
  // Another process may have been first, and then it is that one's.
  return (await registry.addTenant(made)) ? made : ((await registry.tenant(defaultTenant)) ?? made)
}
