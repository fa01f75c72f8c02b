import { describe } from 'node:test'
import { openNeo4jStore } from '../../../src/storage/neo4j/store.ts'
import { neo4jLines, withNeo4j } from '../../support/neo4j.ts'
import { startApi, type Api } from './api.ts'

/** Runs tests of the API on every store: SQLite, and each Neo4j line that can run here. */
export async function forEachStore(name: string, tests: (start: () => Promise<Api>) => void): Promise<void> {
  describe(`${name}, on SQLite`, () => tests(() => startApi()))
  for (const { line, version, skip } of await neo4jLines())
    describe(`${name}, on Neo4j ${version}`, { skip }, () =>
      tests(async () => startApi({}, { store: await openNeo4jStore(await withNeo4j(line)) })),
    )
}
