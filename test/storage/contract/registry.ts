import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ApiKey } from '../../../src/domain/access/apiKey.ts'
import type { TenantRecord } from '../../../src/domain/access/requester.ts'
import type { Contract } from './contract.ts'

const createdAt = '2026-01-01T00:00:00.000000000Z'
const later = '2026-02-01T00:00:00.000000000Z'

/** What a store knows of tenants and of keys. */
export function registry({ store, newTenant, reopen }: Contract): void {
  const made = (given: Partial<TenantRecord> = {}): TenantRecord => ({
    ...{ name: newTenant(), state: 'ACTIVE', salted: false, nameKey: 'a'.repeat(64), createdAt },
    ...given,
  })
  const keyOf = ({ name }: TenantRecord, given: Partial<ApiKey> = {}): ApiKey => ({
    ...{ id: `key-${name}`, tenant: name, secretHash: 'f'.repeat(64), scopes: ['READ', 'ERASE'], label: 'ci' },
    ...{ createdAt, expiresAt: null, revokedAt: null, lastUsedAt: null },
    ...given,
  })
  const here = () => store().registry

  it('registers a tenant once, and keeps it', async () => {
    const tenant = made({ salted: true })
    assert.equal(await here().tenant(tenant.name), null)
    assert.equal(await here().addTenant(tenant), true)
    assert.equal(await here().addTenant({ ...tenant, nameKey: 'b'.repeat(64), salted: false }), false)
    await reopen()
    assert.deepEqual(await here().tenant(tenant.name), tenant)
  })

  it('registers a tenant for one of those who try at once', async () => {
    const tenant = made()
    const tries = Array.from({ length: 8 }, (_, k) => here().addTenant({ ...tenant, nameKey: String(k).repeat(64) }))
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1)
  })

  it('seals a tenant, and says whether there is one', async () => {
    const tenant = made({ createdAt: null })
    assert.equal(await here().saltTenant(tenant.name), false)
    await here().addTenant(tenant)
    assert.equal(await here().saltTenant(tenant.name), true)
    assert.deepEqual(await here().tenant(tenant.name), { ...tenant, salted: true })
  })

  it('gives a tenant the key for names of a backup, and says whether there is such a tenant', async () => {
    const tenant = made()
    const nameKey = 'c'.repeat(64)
    assert.equal(await here().setNameKey(tenant.name, nameKey), false)
    await here().addTenant(tenant)
    assert.equal(await here().setNameKey(tenant.name, nameKey), true)
    await reopen()
    assert.deepEqual(await here().tenant(tenant.name), { ...tenant, nameKey })
  })

  it('lists tenants by name', async () => {
    const several = [made(), made(), made()]
    await Promise.all(several.map((tenant) => here().addTenant(tenant)))
    const names = several.map(({ name }) => name)
    const listed = (await here().tenants()).map(({ name }) => name)
    assert.deepEqual(listed, [...listed].sort())
    assert.deepEqual(
      names.filter((name) => !listed.includes(name)),
      [],
    )
  })

  it('keeps a key of a tenant that is there, under an id that no other has', async () => {
    const tenant = made()
    const key = keyOf(tenant, { expiresAt: later })
    assert.equal(await here().addApiKey(key), false)
    await here().addTenant(tenant)
    assert.equal(await here().addApiKey(key), true)
    assert.equal(await here().addApiKey({ ...key, secretHash: 'e'.repeat(64) }), false)
    await reopen()
    assert.deepEqual(await here().apiKey(key.id), key)
    assert.deepEqual(
      (await here().apiKeys()).filter(({ id }) => id === key.id),
      [key],
    )
    assert.equal(await here().apiKey('none'), null)
  })

  it('revokes a key once, and says whether there is one', async () => {
    const tenant = made()
    await here().addTenant(tenant)
    const key = keyOf(tenant, { label: null, scopes: [] })
    assert.equal(await here().revokeApiKey(key.id, later), false)
    await here().addApiKey(key)
    assert.equal(await here().revokeApiKey(key.id, createdAt), true)
    assert.equal(await here().revokeApiKey(key.id, later), true)
    assert.deepEqual(await here().apiKey(key.id), { ...key, revokedAt: createdAt })
  })

  it('notes the latest use of a key', async () => {
    const tenant = made()
    await here().addTenant(tenant)
    const key = keyOf(tenant)
    await here().addApiKey(key)
    for (const at of [createdAt, later, createdAt]) await here().noteApiKeyUse(key.id, at)
    assert.deepEqual(await here().apiKey(key.id), { ...key, lastUsedAt: later })
  })
}
