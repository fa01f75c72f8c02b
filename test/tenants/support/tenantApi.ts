import { createKey } from '../../../src/app/access/keys.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import assert from 'node:assert/strict'
import type { Api } from '../../graphql/support/api.ts'

/** A server as one tenant is answered by it. */
export interface TenantApi extends Api {
  readonly tenant: string
  readonly key: string
  readonly keyId: string
  readonly headers: { readonly authorization: string }
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Makes a tenant with a key that may read, write and erase, and returns the server as it answers that. */
export async function tenantApi(api: Api, tenant: string): Promise<TenantApi> {
  const { registry } = api.app.store
  await createTenant(registry, api.app.fresh, tenant, false)
  const scopes = ['READ', 'WRITE', 'ERASE'] as const
  const asked = { tenant: tenant as Tenant, scopes, label: null, milliseconds: null }
  const { text, key } = await createKey(registry, api.app.fresh, asked)
  const headers = { authorization: `Bearer ${text}` }
  const send: Api['send'] = (query, variables, more) => api.send(query, variables, { ...headers, ...more })
  return {
    ...api,
    tenant,
    ...{ key: text, keyId: key.id },
    headers,
    send,
    async ask<T>(query: string, variables?: object) {
      const { data, errors } = await send(query, variables)
      assert.deepEqual(errors, [])
      return data as T
    },
    fetch: (path, init = {}) =>
      fetch(api.url + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  }
}
