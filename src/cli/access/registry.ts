import { createKey, revokeKey, type KeyOrder } from '../../app/access/keys.ts'
import { createTenant, resumeTenant, saltTenant, suspendTenant, tenantGiven } from '../../app/access/tenants.ts'
import { present, presentTenants } from '../../app/access/registeredTenant.ts'
import { eraseTenant, type EraseTenant } from '../../app/erasures/tenants/eraseTenant.ts'
import { purgeFiles } from '../../app/erasures/purges/purgeFiles.ts'
import { setTenantRetention, tenantRetention } from '../../app/erasures/retention/tenantRetention.ts'
import { operator } from '../../domain/access/principal.ts'
import { openParts } from '../../compose.ts'
import { readConfig } from '../../config/config.ts'
import type { ApiKey } from '../../domain/access/apiKey.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { mustFind } from '../../domain/refusals.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'

/** Who there is in the store that the environment names, for its operator; also while a server runs on it. */
export interface OpenRegistry {
  readonly tenants: () => Promise<TenantRecord[]>
  readonly createTenant: (name: string, salted: boolean) => Promise<TenantRecord>
  readonly saltTenant: (name: string) => Promise<TenantRecord>
  readonly suspendTenant: (name: string) => Promise<TenantRecord>
  readonly resumeTenant: (name: string) => Promise<TenantRecord>
  /** Erases all of a tenant, and rewrites the store's files without it where that can be done now. */
  readonly eraseTenant: (order: EraseTenant) => Promise<Erasure>
  /** Has a tenant keep content for so many days; 0: forever. Returns what holds; without days what held before. */
  readonly retain: (
    name: string,
    days: number | null,
  ) => Promise<{ readonly tenant: string; readonly retainDays: number | null }>
  readonly keys: () => Promise<ApiKey[]>
  readonly createKey: (order: Omit<KeyOrder, 'tenant'> & { readonly tenant: string }) => ReturnType<typeof createKey>
  readonly revokeKey: (id: string) => Promise<ApiKey>
  readonly close: () => Promise<void>
}

/** Opens it; the store is made where there is none. */
export async function openRegistry(env: Readonly<Record<string, string | undefined>>): Promise<OpenRegistry> {
  const parts = await openParts(readConfig({ ...env, LOG_LEVEL: env['LOG_LEVEL'] || 'silent' }))
  const { registry } = parts.store
  return {
    tenants: () => registry.tenants(),
    createTenant: (name, salted) => createTenant(registry, parts.fresh, name, salted),
    saltTenant: (name) => saltTenant(registry, name),
    suspendTenant: (name) => suspendTenant(registry, name),
    resumeTenant: (name) => resumeTenant(registry, name),
    async eraseTenant(order) {
      const erased = await eraseTenant(parts, order)
      const tenant = mustFind(await registry.tenant(tenantGiven(order.name)), 'Tenant', order.name)
      const scope = parts.scopeOf({ principal: operator, tenant })
      const others = (await presentTenants(registry)).map((one) => parts.scopeOf({ principal: operator, tenant: one }))
      if (erased.state === 'ERASED') await purgeFiles(parts, [scope, ...others])
      const [now] = await scope.store.erasures([erased.id])
      return now ?? erased
    },
    async retain(name, days) {
      const scope = parts.scopeOf({ principal: operator, tenant: await present(registry, tenantGiven(name)) })
      if (days !== null) await setTenantRetention(scope, days)
      return { tenant: name, retainDays: await tenantRetention(scope) }
    },
    keys: () => registry.apiKeys(),
    createKey: ({ tenant, ...order }) => createKey(registry, parts.fresh, { ...order, tenant: tenantGiven(tenant) }),
    revokeKey: (id) => revokeKey(registry, parts.fresh, id),
    close: () => parts.close(),
  }
}
