import { createKey, revokeKey, type KeyOrder } from '../../app/access/keys.ts'
import { createTenant, saltTenant, tenantGiven } from '../../app/access/tenants.ts'
import { openParts } from '../../compose.ts'
import { readConfig } from '../../config/config.ts'
import type { ApiKey } from '../../domain/access/apiKey.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'

/** Who there is in the store that the environment names, for its operator; also while a server runs on it. */
export interface OpenRegistry {
  readonly tenants: () => Promise<TenantRecord[]>
  readonly createTenant: (name: string, salted: boolean) => Promise<TenantRecord>
  readonly saltTenant: (name: string) => Promise<TenantRecord>
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
    keys: () => registry.apiKeys(),
    createKey: ({ tenant, ...order }) => createKey(registry, parts.fresh, { ...order, tenant: tenantGiven(tenant) }),
    revokeKey: (id) => revokeKey(registry, parts.fresh, id),
    close: () => parts.close(),
  }
}
