import assert from 'node:assert/strict'
import neo4j from 'neo4j-driver'
import { describe, it } from 'node:test'
import { StoreRefused } from '../../src/storage/errors.ts'
import { addBends } from '../../src/storage/neo4j/bendMigration.ts'
import { migrations } from '../../src/storage/neo4j/schema.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { bendedWorld, withoutBends } from '../support/bends.ts'
import { empty } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { storeContract } from './storeContract.ts'
import { tenantFor } from '../support/tenants.ts'

for (const { line, version, skip } of await neo4jLines()) {
  describe(`Neo4j ${version}`, { skip }, () => {
    storeContract(`Neo4j ${version}`, async () => {
      // Machines that test are busy.
      const address = { ...(await withNeo4j(line)), timeouts: { read: 60_000, write: 60_000 } }
      let store = await openNeo4jStore(address)
      const reopen = async () => {
        await store.close()
        store = await openNeo4jStore(address)
        return store
      }
      return { store, reopen, cleanup: () => store.close() }
    })

    it('is brought to its schema once when several open it at the same time', async () => {
      const address = await withNeo4j(line)
      await empty(address)
      const stores = await Promise.all([1, 2, 3].map(() => openNeo4jStore(address)))
      for (const store of stores) assert.equal((await store.rowCounts())['conversations'], 0)
      await Promise.all(stores.map((store) => store.close()))
    })

    it('finds the bends of paths that were written before they were kept', async () => {
      const address = await withNeo4j(line)
      await empty(address)
      const world = bendedWorld(7)
      const before = await openNeo4jStore(address)
      for (const change of world.changes) await before.write(tenantFor('t'), change)
      await before.close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const { records } = await driver.executeQuery('MATCH (o:Observation) RETURN o.id AS id, o.body AS body')
      const rows = records.map((record) => {
        const [hashes = '', body = ''] = String(record.get('body')).split('\n')
        return { id: String(record.get('id')), body: `${hashes}\n${withoutBends(body)}` }
      })
      await driver.executeQuery('UNWIND $rows AS r MATCH (o:Observation {id: r.id}) SET o.body = r.body', { rows })
      const version = migrations.indexOf(addBends)
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = toInteger($version)', { version })
      await driver.close()

      const after = await openNeo4jStore(address)
      const all = [...world.observations.values()]
      const found = await after.observations(
        tenantFor('t'),
        all.map(({ id }) => id),
      )
      assert.deepEqual(found, all)
      await after.close()
    })

    it('refuses a schema that is newer than the code', async () => {
      const address = await withNeo4j(line)
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = v.version + 1')
      await assert.rejects(openNeo4jStore(address), StoreRefused)
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = v.version - 1')
      await (await openNeo4jStore(address)).close()
      await driver.close()
    })
  })
}
