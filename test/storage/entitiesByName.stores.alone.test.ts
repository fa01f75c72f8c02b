/** Stores of the version before entities were found by name find those that they hold. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { deleteEntity } from '../../src/app/entities/deleteEntity.ts'
import { storeEntity } from '../../src/app/entities/storeEntity.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { firstVersion as firstOfNeo4j } from '../../src/storage/neo4j/schema.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { entitiesByName } from '../../src/storage/sqlite/records/entity.ts'
import { firstVersion, migrations } from '../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'

type Address = Parameters<typeof openNeo4jStore>[0]
const names = ['Lisbon', 'a "name"\n\u{1F600}', 'x'.repeat(20_000)]

async function scopesOf(store: GraphStore) {
  const bytes = await openDirectory(newFolder())
  const on = actsOn(
    'the store',
    () => store,
    () => bytes,
  )
  return () => on.scope()
}

/** Stores entities of each name, one of which is deleted again; returns the ids that are to be found. */
async function fill(store: GraphStore): Promise<string[]> {
  const scope = await scopesOf(store)
  const add = async (name: string) => (await storeEntity(scope(), { type: 'place', name })).entity.id
  const ids: string[] = []
  for (const name of names) {
    await deleteEntity(scope(), { id: await add(name) })
    ids.push(await add(name))
    await add(name)
  }
  return ids
}

async function findsAll(store: GraphStore, ids: readonly string[]): Promise<void> {
  const scope = await scopesOf(store)
  for (const [i, name] of names.entries()) {
    const { entity } = await storeEntity(scope(), { type: 'place', name, ifNamed: 'REUSE' })
    assert.equal(entity.id, ids[i], name.slice(0, 20))
  }
}

describeOnce('a SQLite file of the version before entities were found by name', () => {
  it('finds those that it holds', async () => {
    const path = join(newFolder(), 'store.db')
    const before = await openSqliteStore({ path })
    const ids = await fill(before)
    await before.close()
    const connection = connect(path, 'writer')
    const versionBefore = firstVersion + migrations.indexOf(entitiesByName) - 1
    connection.exec(`DROP INDEX entities_by_name; PRAGMA user_version = ${versionBefore}`)
    connection.close()
    const store = await openSqliteStore({ path })
    await findsAll(store, ids)
    assert.deepEqual(await store.faults(), [])
    await store.close()
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`a Neo4j ${version} of the version before entities were found by name`, { skip }, () => {
    it('finds those that it holds', async () => {
      const address = await withNeo4j(line)
      const ids = await withStore(address, fill)
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      try {
        await driver.executeQuery('MATCH (n:Entity) REMOVE n.listedName')
        await driver.executeQuery('DROP INDEX entity_listed_name')
        const version = neo4j.int(firstOfNeo4j)
        await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = $version', { version })
      } finally {
        await driver.close()
      }
      await withStore(address, (store) => findsAll(store, ids))
    })
  })
}

/** Machines that test are busy; a store that stays open keeps the process. */
async function withStore<T>(address: Address, work: (store: GraphStore) => Promise<T>): Promise<T> {
  const store = await openNeo4jStore({ ...address, timeouts: { read: 60_000, write: 240_000 } })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
