/** Stores of the version before the ledgers of all conversations were one list have that list. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { eventKindIndex, firstVersion as firstOfNeo4j, migrations as ofNeo4j } from '../../src/storage/neo4j/schema.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { eventsByKind, firstVersion, leanEventsByKind, migrations } from '../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { fill } from '../support/changes.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { plainLists } from '../support/plainLists.ts'
import { randomWorld } from '../support/shapes.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import type { World } from '../support/world.ts'

const tenant = tenantFor('ledgers')

async function listsAll(store: GraphStore, world: World): Promise<void> {
  for (const owner of new Set(world.events.map(({ kind }) => kind))) {
    const [found] = await store.lists(tenant, [{ list: 'eventsOfKind', owner, after: null, limit: 1000 }])
    assert.deepEqual(
      found,
      plainLists.eventsOfKind(world, owner).map(({ item }) => item),
    )
  }
}

const indexBefore = { [eventsByKind]: '', [leanEventsByKind]: eventsByKind }

describeOnce('a SQLite file of the version before', () => {
  for (const [migration, index] of Object.entries(indexBefore))
    it(`${index === '' ? 'the ledgers were one list' : 'their list had no ids in its index'} lists all its events`, async () => {
      const world = randomWorld(11, 60)
      const path = join(newFolder(), 'store.db')
      const before = await openSqliteStore({ path })
      await fill(before, tenant, world)
      await before.close()
      const connection = connect(path, 'writer')
      const version = firstVersion + migrations.indexOf(migration) - 1
      connection.exec(`DROP INDEX events_by_kind; ${index} PRAGMA user_version = ${version}`)
      connection.close()
      const store = await openSqliteStore({ path })
      await listsAll(store, world)
      assert.deepEqual(await store.faults(), [])
      await store.close()
    })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`a Neo4j ${version} of the version before the ledgers were one list`, { skip }, () => {
    it('lists all its events', async () => {
      const world = randomWorld(11, 60)
      const address = { ...(await withNeo4j(line)), timeouts: { read: 60_000, write: 240_000 } }
      const before = await openNeo4jStore(address)
      await fill(before, tenant, world)
      await before.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const at = ofNeo4j.findIndex((step) => Array.isArray(step) && step.includes(eventKindIndex))
      await driver.executeQuery('DROP INDEX event_kind')
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', {
        version: neo4j.int(firstOfNeo4j + at - 1),
      })
      await driver.close()
      const store = await openNeo4jStore(address)
      await listsAll(store, world)
      await store.close()
    })
  })
}
