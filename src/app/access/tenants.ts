import type { Fresh } from '../../domain/model.ts'
import { badInput, mustFind, Refusal } from '../../domain/refusals.ts'
import type { TenantRecord, TenantState } from '../../domain/access/requester.ts'
import { tenantGrammar, tenantNamed, type Tenant } from '../../domain/access/tenant.ts'
import type { Registry } from '../../storage/graphStore.ts'
import { newTenant } from './registeredTenant.ts'

/** Returns the tenant of a name from outside; refuses what cannot be one. */
export function tenantGiven(name: string): Tenant {
  const tenant = tenantNamed(name)
  if (!tenant) throw badInput(`A tenant's name is ${tenantGrammar}.`, { tenant: name }, ['tenant'])
  return tenant
}

/** Registers a tenant; refuses a name that was ever given, to one that is erased too. */
export async function createTenant(
  registry: Registry,
  fresh: Pick<Fresh, 'now'>,
  name: string,
  salted: boolean,
): Promise<TenantRecord> {
  const tenant = newTenant(tenantGiven(name), salted, fresh.now())
  if (await registry.addTenant(tenant)) return tenant
  throw new Refusal('ALREADY_EXISTS', { kind: 'Tenant', id: name }, `A tenant "${name}" was there before.`)
}

/** Has all that the tenant stores from now on salted, and returns the tenant. */
export async function saltTenant(registry: Registry, name: string): Promise<TenantRecord> {
  const tenant = tenantGiven(name)
  return mustFind((await registry.saltTenant(tenant)) ? await registry.tenant(tenant) : null, 'Tenant', name)
}

/** Lets nobody into a tenant until it is resumed: its keys, tokens and signed addresses open nothing, and streams end. */
export function suspendTenant(registry: Registry, name: string): Promise<TenantRecord> {
  return withState(registry, name, 'SUSPENDED')
}

/** Lets those into a suspended tenant again who may. */
export function resumeTenant(registry: Registry, name: string): Promise<TenantRecord> {
  return withState(registry, name, 'ACTIVE')
}

async function withState(registry: Registry, name: string, state: TenantState): Promise<TenantRecord> {
  const tenant = tenantGiven(name)
  const isSet = await registry.setTenantState(tenant, state, ['ACTIVE', 'SUSPENDED'])
  return mustFind(isSet ? await registry.tenant(tenant) : null, 'Tenant', name)
}
