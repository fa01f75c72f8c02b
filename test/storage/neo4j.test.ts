import assert from 'node:assert/strict'
import neo4j from 'neo4j-driver'
import { describe, it } from 'node:test'
import { StoreRefused } from '../../src/storage/errors.ts'
import { firstVersion } from '../../src/storage/neo4j/schema.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { empty } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { storeContract } from './storeContract.ts'

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

    it('refuses a schema that is newer than the code', async () => {
      const address = await withNeo4j(line)
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = v.version + 1')
      await assert.rejects(openNeo4jStore(address), StoreRefused)
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = v.version - 1')
      await (await openNeo4jStore(address)).close()
      await driver.close()
    })

    it('refuses a database of before the first release, and says how its content comes along', async () => {
      const address = await withNeo4j(line)
      await (await openNeo4jStore(address)).close()
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      const setVersion = (version: number) =>
        driver.executeQuery('MATCH (v:SchemaVersion) WITH v, v.version AS was SET v.version = $version RETURN was', {
          version: neo4j.int(version),
        })
      const { records } = await setVersion(firstVersion - 1)
      await assert.rejects(
        openNeo4jStore(address),
        (error) =>
          error instanceof StoreRefused &&
          /^The database has schema version \d+, made before the first release; .*turngraph backup.*turngraph restore/.test(
            error.message,
          ),
      )
      await setVersion(Number(records[0]?.get('was')))
      await (await openNeo4jStore(address)).close()
      await driver.close()
    })
  })
}
