import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newTenant, registered, registeredDefault } from '../../../src/app/access/registeredTenant.ts'
import type { TenantRecord } from '../../../src/domain/access/requester.ts'
import { defaultTenant, tenantNamed, type Tenant } from '../../../src/domain/access/tenant.ts'
import type { Registry } from '../../../src/storage/graphStore.ts'
import { fakeOf } from '../../support/fakes.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const named = (name: string) => newTenant(tenantNamed(name) as Tenant, false, at)

/** A registry with these tenants; `rival` is added by another process just before ours. */
function registry(known: readonly TenantRecord[], rival: TenantRecord | null = null): Registry {
  const tenants = new Map<string, TenantRecord>(known.map((one) => [one.name, one]))
  return fakeOf<Registry>('registry', {
    tenant: (name: string) => Promise.resolve(tenants.get(name) ?? null),
    addTenant: (one: TenantRecord) => {
      if (rival) tenants.set(rival.name, rival)
      if (tenants.has(one.name)) return Promise.resolve(false)
      tenants.set(one.name, one)
      return Promise.resolve(true)
    },
  })
}

it('a new tenant is active and has a random key for names of its own', () => {
  const made = newTenant(tenantNamed('team') as Tenant, true, at)
  assert.deepEqual([made.name, made.state, made.salted, made.createdAt], ['team', 'ACTIVE', true, at])
  assert.match(made.nameKey, /^[0-9a-f]{64}$/)
  assert.notEqual(named('team').nameKey, named('team').nameKey)
})

it('the default tenant is registered by the first who comes, and stays that one’s', async () => {
  const store = registry([])
  const first = await registeredDefault(store, () => at)
  assert.equal(first.name, defaultTenant)
  assert.equal(await registeredDefault(store, () => at), first)
  const rival = named(defaultTenant)
  assert.equal(await registeredDefault(registry([], rival), () => at), rival)
})

it('a tenant is found where it is there and active', async () => {
  const team = named('team')
  const store = registry([team, { ...named('gone'), state: 'ERASED' }])
  assert.equal(await registered(store, 'team'), team)
  for (const name of ['gone', 'none', 'No Name', ''])
    await assert.rejects(registered(store, name), { code: 'NOT_FOUND', facts: { kind: 'Tenant', id: name } })
})
