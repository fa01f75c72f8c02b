import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Line } from '../../../scripts/neo4j.ts'
import { storeOn } from '../../faults/support/storeOn.ts'
import type { FakeCluster } from '../../support/fakeCluster.ts'
import { emptyNeo4j, neo4jLines, withNeo4j, type TestNeo4j } from '../../support/neo4j.ts'
import { isWanted } from '../../support/stores.ts'
import { startApi, type Api } from './api.ts'
import { isOnFakeCluster, serversOfTests } from './severalServers.ts'

// A server that has just started plans its first statements slowly, the more so beside other tests.
const timeouts = { read: 60_000, write: 60_000 }

/** Runs tests of the API on SQLite and on every Neo4j line, of those that are wanted and can run here. */
export async function forEachStore(
  name: string,
  tests: (start: (env?: Record<string, string>) => Promise<Api>, isNeo4j: boolean) => void,
): Promise<void> {
  if (isWanted('sqlite')) describe(`${name}, on SQLite`, () => tests((env) => startApi(env), false))
  for (const { line, version, skip } of await neo4jLines())
    describe(`${name}, on Neo4j ${version}`, { skip }, () => {
      let cluster: FakeCluster | null = null
      before(async () => {
        const server = await emptyNeo4j(line)
        if (isOnFakeCluster()) cluster = await openFakeCluster(line, server)
      })
      after(async () => {
        await cluster?.settled()
        assert.deepEqual(await cluster?.differences(), cluster ? [] : undefined)
        await cluster?.close()
      })
      const patient = { REQUEST_TIMEOUT_MS: '120000' }
      tests(async (env = {}) => {
        if (cluster) return startApi({ ...patient, ...environmentOf(cluster), ...env })
        const server = await withNeo4j(line)
        if (serversOfTests() > 1) return startApi({ ...patient, ...storeOn(server), ...env })
        // The driver takes long to load, and most runs need none.
        const { openNeo4jStore } = await import('../../../src/storage/neo4j/store.ts')
        const { openNeo4jSearch } = await import('../../../src/search/neo4j/neo4jSearch.ts')
        const store = await openNeo4jStore({ ...server, timeouts })
        const search = openNeo4jSearch({ ...server, onFault: () => undefined })
        return startApi({ ...patient, ...env }, { store, search })
      }, true)
    })
}

const lagMs = 30

async function openFakeCluster(line: Line, server: TestNeo4j): Promise<FakeCluster> {
  const { startFakeCluster } = await import('../../support/fakeCluster.ts')
  const cluster = await startFakeCluster(line, server, 1)
  cluster.setLag(lagMs)
  return cluster
}

/** Returns the environment of a server that names all servers of a cluster. */
function environmentOf({ addresses, user, password, database }: FakeCluster): Record<string, string> {
  const uri = addresses.map((address) => `neo4j://${address}`).join(',')
  return { ...storeOn({ uri, user, password }), STORE_DATABASE: database }
}
