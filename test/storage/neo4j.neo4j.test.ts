import assert from 'node:assert/strict'
import neo4j, { type Driver } from 'neo4j-driver'
import { describe, it, type TestContext } from 'node:test'
import { StoreRefused } from '../../src/storage/errors.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { firstVersion } from '../../src/storage/neo4j/schema.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { empty } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j, type TestNeo4j } from '../support/neo4j.ts'
import { storeContract } from './storeContract.ts'

/** Machines that test are busy. */
const timeouts = { read: 60_000, write: 60_000 }

/** Opens it until the test ends, also by a failure: what stays open keeps the process. */
async function openedFor(t: TestContext, server: TestNeo4j): Promise<GraphStore> {
  const store = await openNeo4jStore({ ...server, timeouts })
  t.after(() => store.close())
  return store
}

function driverFor(t: TestContext, { uri, user, password }: TestNeo4j): Driver {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password))
  t.after(() => driver.close())
  return driver
}

for (const { line, version, skip } of await neo4jLines()) {
  describe(`Neo4j ${version}`, { skip }, () => {
    storeContract(`Neo4j ${version}`, async () => {
      const address = { ...(await withNeo4j(line)), timeouts }
      let store = await openNeo4jStore(address)
      const reopen = async () => {
        await store.close()
        store = await openNeo4jStore(address)
        return store
      }
      return { store, reopen, cleanup: () => store.close() }
    })

    it('is brought to its schema once when several open it at the same time', async (t) => {
      const address = await withNeo4j(line)
      await empty(address)
      const stores = await Promise.all([1, 2, 3].map(() => openedFor(t, address)))
      for (const store of stores) assert.equal((await store.rowCounts())['conversations'], 0)
    })

    it('refuses a schema that is newer than the code', async (t) => {
      const address = await withNeo4j(line)
      const driver = driverFor(t, address)
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = v.version + 1')
      await assert.rejects(openNeo4jStore(address), StoreRefused)
      await driver.executeQuery('MATCH (v:SchemaVersion) SET v.version = v.version - 1')
      await openedFor(t, address)
    })

    it('refuses a database of before the first release, and says how its content comes along', async (t) => {
      const address = await withNeo4j(line)
      await openedFor(t, address)
      const driver = driverFor(t, address)
      const setVersion = (version: number) =>
        driver.executeQuery('MATCH (v:SchemaVersion) WITH v, v.version AS was SET v.version = $version RETURN was', {
          version: neo4j.int(version),
        })
      const { records } = await setVersion(firstVersion - 1)
      await assert.rejects(
        openNeo4jStore(address),
        (error) =>
          error instanceof StoreRefused &&
          /^The database was made by an earlier build of turngraph \(.*\): .*turngraph backup FILE.*turngraph restore FILE/.test(
            error.message,
          ),
      )
      await setVersion(Number(records[0]?.get('was')))
      await openedFor(t, address)
    })
  })
}
