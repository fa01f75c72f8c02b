import { createKey, revokeKey, type KeyOrder } from '../../app/access/keys.ts'
import { createTenant, saltTenant, tenantGiven } from '../../app/access/tenants.ts'
import { registered } from '../../app/access/registeredTenant.ts'
import { setTenantRetention, tenantRetention } from '../../app/erasures/retention/tenantRetention.ts'
import { operator } from '../../domain/access/principal.ts'
import { openParts } from '../../compose.ts'
import { readConfig } from '../../config/config.ts'
import type { ApiKey } from '../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'

/** Who there is in the store that the environment names, for its operator; also while a server runs on it. */
export interface OpenRegistry {
  readonly tenants: () => Promise<TenantRecord[]>
  readonly createTenant: (name: string, salted: boolean) => Promise<TenantRecord>
  readonly saltTenant: (name: string) => Promise<TenantRecord>
  /** Has a tenant keep content for so many days; 0: for ever. Returns what holds; without days what held before. */
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
    async retain(name, days) {
      const scope = parts.scopeOf({ principal: operator, tenant: await registered(registry, tenantGiven(name)) })
      if (days !== null) await setTenantRetention(scope, days)
      return { tenant: name, retainDays: await tenantRetention(scope) }
    },
    keys: () => registry.apiKeys(),
    createKey: ({ tenant, ...order }) => createKey(registry, parts.fresh, { ...order, tenant: tenantGiven(tenant) }),
    revokeKey: (id) => revokeKey(registry, parts.fresh, id),
    close: () => parts.close(),
  }
}
