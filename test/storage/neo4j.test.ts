import { describe } from 'node:test'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { storeContract } from './storeContract.ts'

for (const { line, version, skip } of await neo4jLines()) {
  describe(`Neo4j ${version}`, { skip }, () => {
    storeContract(`Neo4j ${version}`, async () => {
      const address = await withNeo4j(line)
      let store = await openNeo4jStore(address)
      const reopen = async () => {
        await store.close()
        store = await openNeo4jStore(address)
        return store
      }
      return { store, reopen, cleanup: () => store.close() }
    })
  })
}
