import { before, describe } from 'node:test'
import { emptyNeo4j, neo4jLines, withNeo4j } from '../../support/neo4j.ts'
import { isWanted } from '../../support/stores.ts'
import { startApi, type Api } from './api.ts'

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
      before(() => emptyNeo4j(line))
      tests(async (env = {}) => {
        const server = await withNeo4j(line)
        // The driver takes long to load, and most runs need none.
        const { openNeo4jStore } = await import('../../../src/storage/neo4j/store.ts')
        const { openNeo4jSearch } = await import('../../../src/search/neo4j/neo4jSearch.ts')
        const store = await openNeo4jStore({ ...server, timeouts })
        const search = openNeo4jSearch({ ...server, onFault: () => undefined })
        return startApi({ REQUEST_TIMEOUT_MS: '120000', ...env }, { store, search })
      }, true)
    })
}
