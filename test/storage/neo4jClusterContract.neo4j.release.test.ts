// Beyond a landing: a second database beside the first, and the whole contract.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { startFakeCluster, type FakeCluster } from '../support/fakeCluster.ts'
import { empty } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { storeContract } from './storeContract.ts'

for (const { line, version, skip } of await neo4jLines())
  describe(`a cluster of Neo4j ${version}`, { skip }, () => {
    let cluster: FakeCluster | null = null
    after(() => cluster?.close())

    storeContract(`a cluster of Neo4j ${version}`, async () => {
      const server = await withNeo4j(line)
      await empty(server)
      cluster = await startFakeCluster(line, server, 1)
      cluster.setLag(30)
      const address = { ...cluster, timeouts: { read: 60_000, write: 60_000 } }
      let store = await openNeo4jStore(address)
      const reopen = async () => {
        await store.close()
        store = await openNeo4jStore(address)
        return store
      }
      return { store, reopen, cleanup: () => store.close() }
    })

    it('has the same in both databases afterwards', async () => {
      await cluster?.settled()
      assert.deepEqual(await cluster?.differences(), [])
    })
  })
