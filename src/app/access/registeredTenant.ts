import { randomBytes } from 'node:crypto'
import type { Registry } from '../../storage/graphStore.ts'
import { notFound } from '../../domain/refusals.ts'
import type { Instant } from '../../domain/model.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'
import { defaultTenant, tenantNamed, type Tenant } from '../../domain/access/tenant.ts'

/** Returns a new tenant, to be registered. */
export function newTenant(name: Tenant, salted: boolean, createdAt: Instant): TenantRecord {
  return { name, state: 'ACTIVE', salted, nameKey: randomBytes(32).toString('hex'), createdAt }
}

/** Returns the tenant whose all is where nothing asks who comes; it is registered by the first who opens the store. */
export async function registeredDefault(registry: Registry, now: () => Instant): Promise<TenantRecord> {
  const known = await registry.tenant(defaultTenant)
  if (known) return known
  const made = newTenant(defaultTenant, false, now())
  // Another process may have been first, and then it is that one's.
  return (await registry.addTenant(made)) ? made : ((await registry.tenant(defaultTenant)) ?? made)
}

/** Returns a tenant that is there and active; refuses any other. */
export async function registered(registry: Registry, name: string): Promise<TenantRecord> {
  const tenant = tenantNamed(name)
  const record = tenant && (await registry.tenant(tenant))
  if (record?.state !== 'ACTIVE') throw notFound('Tenant', name)
  return record
}
