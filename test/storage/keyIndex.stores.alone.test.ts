/** Stores of the version before keys knew when they were bound: their keys are dated, and found by what their records name. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { firstVersion as firstOfNeo4j, migrations as migrationsOfNeo4j } from '../../src/storage/neo4j/schema.ts'
import { keyIndexes } from '../../src/storage/neo4j/steps/keyIndex.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { firstVersion, migrations } from '../../src/storage/sqlite/schema.ts'
import { keyIndex } from '../../src/storage/sqlite/steps/keyIndex.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { changes, event } from '../support/changes.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'

const tenant = tenantFor('with keys')
const start = new Date().toISOString().slice(0, 23)
const long = '2020-01-01T00:00:00.000000000Z'

async function fill(store: GraphStore): Promise<void> {
  for (const id of ['a', 'b']) {
    const key = { key: id, operation: 'o', inputHash: 'h', result: [{ messageId: `c:${id}` }], storedAt: long }
    await store.write(tenant, changes(event(`of ${id}`, null), { key }))
  }
}

async function isDated(store: GraphStore): Promise<void> {
  const all = await store.keys(tenant, ['a', 'b'])
  for (const key of all) assert.ok(key !== null && key.storedAt.slice(0, 23) >= start, key?.storedAt)
  assert.deepEqual(await store.keysNaming(tenant, ['c:b', 'c:c']), [all[1]])
  assert.equal(await store.expireKeys(tenant, `${start}000000Z`, { limit: 5 }), 0)
  assert.equal(await store.expireKeys(tenant, '9999-01-01T00:00:00.000000000Z', { limit: 5 }), 2)
}

describeOnce('a SQLite file of the version before keys were dated', () => {
  it('has keys that were bound when it was opened, and finds them by what they name', async () => {
    const path = join(newFolder(), 'store.db')
    const before = await openSqliteStore({ path })
    await fill(before)
    await before.close()
    const connection = connect(path, 'writer')
    const version = firstVersion + migrations.indexOf(keyIndex) - 1
    connection.exec(`DROP TABLE key_names; DROP INDEX keys_by_time; ALTER TABLE idempotency_keys DROP COLUMN stored_at;
      PRAGMA user_version = ${version}`)
    connection.close()
    const store = await openSqliteStore({ path })
    assert.deepEqual(await store.faults(), [])
    await isDated(store).finally(() => store.close())
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`a Neo4j ${version} of the version before keys were dated`, { skip }, () => {
    it('has keys that were bound when it was opened, and finds them by what they name', async () => {
      const address = await withNeo4j(line)
      const open = () => openNeo4jStore({ ...address, timeouts: { read: 60_000, write: 240_000 } })
      const before = await open()
      await fill(before).finally(() => before.close())
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      try {
        await driver.executeQuery('MATCH (n:KeyName) DETACH DELETE n')
        await driver.executeQuery('MATCH (k:IdempotencyKey) REMOVE k.storedAt')
        for (const name of ['idempotency_key_time', 'key_name']) await driver.executeQuery(`DROP INDEX ${name}`)
        const steps = { version: neo4j.int(firstOfNeo4j + migrationsOfNeo4j.indexOf(keyIndexes) - 1) }
        await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', steps)
      } finally {
        await driver.close()
      }
      const store = await open()
      await isDated(store).finally(() => store.close())
    })
  })
}
