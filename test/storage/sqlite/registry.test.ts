import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultTenant } from '../../../src/domain/access/tenant.ts'
import { connect } from '../../../src/storage/sqlite/connection/connection.ts'
import { migrate } from '../../../src/storage/sqlite/migrations.ts'
import { migrations } from '../../../src/storage/sqlite/schema.ts'
import { addRegistry } from '../../../src/storage/sqlite/steps/registry.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { tenantFor } from '../../support/tenants.ts'
import { newPath } from './folder.ts'

it('a store of before has its tenants registered, each with a name key of its own, and its events name nobody', async () => {
  const path = newPath()
  const connection = connect(path, 'writer')
  migrate(connection, path, migrations.slice(0, migrations.indexOf(addRegistry)))
  connection.exec(`INSERT INTO tenants (name) VALUES ('default'), ('other');
    INSERT INTO thing_events (tenant, id, kind, at, path_hash, body)
      VALUES (1, 'e', 'UPDATE', '2026-01-01T00:00:00.000000000Z', NULL, '[{},null,null,"me"]');
    UPDATE thing_events SET sum = row_sum(tenant, id, kind, at, path_hash, body)`)
  connection.close()

  const store = await openSqliteStore({ path })
  assert.deepEqual(await store.faults(), [])
  const tenants = await store.registry.tenants()
  assert.deepEqual(
    tenants.map(({ name, state, salted, createdAt }) => [name, state, salted, createdAt]),
    ['default', 'other'].map((name) => [name, 'ACTIVE', false, null]),
  )
  for (const { nameKey } of tenants) assert.match(nameKey, /^[0-9a-f]{64}$/)
  assert.notEqual(tenants[0]?.nameKey, tenants[1]?.nameKey)
  const [event] = await store.events(defaultTenant, ['e'])
  assert.deepEqual([event?.actor, event?.principal], ['me', null])
  const made = { name: tenantFor('third'), state: 'ACTIVE' as const, salted: true, nameKey: 'a', createdAt: null }
  assert.equal(await store.registry.addTenant(made), true)
  assert.deepEqual(await store.registry.tenant(made.name), made)
  await store.close()
})
