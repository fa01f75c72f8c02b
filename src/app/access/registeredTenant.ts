import { randomBytes } from 'node:crypto'
import type { Registry } from '../../storage/graphStore.ts'
import { notFound } from '../../domain/refusals.ts'
import type { Instant } from '../../domain/model.ts'
import { goneStates, type TenantRecord } from '../../domain/access/requester.ts'
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
  const record = await present(registry, name)
  if (record.state !== 'ACTIVE') throw notFound('Tenant', name)
  return record
}

/** Returns a tenant whose content is there, for its operator: a suspended one too. Refuses any other. */
export async function present(registry: Registry, name: string): Promise<TenantRecord> {
  const tenant = tenantNamed(name)
  const record = tenant && (await registry.tenant(tenant))
  if (!record || isGone(record)) throw notFound('Tenant', name)
  return record
}

/** Says whether a tenant's content is gone, or is going. */
export const isGone = ({ state }: Pick<TenantRecord, 'state'>): boolean => goneStates.includes(state)

/** Returns the tenants whose content is there, by name: those that are erased, or are being erased, have none to speak of. */
export async function presentTenants(registry: Registry): Promise<TenantRecord[]> {
  return (await registry.tenants()).filter((tenant) => !isGone(tenant))
}
