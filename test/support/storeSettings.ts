import { neo4jLines, withNeo4j } from './neo4j.ts'
import { isWanted } from './stores.ts'

/** The environment that names a store. */
export type Settings = Record<string, string>

/** A store as a server's environment names it. */
export interface StoreSettings {
  readonly name: string
  /** Why it cannot run here; false when it can. */
  readonly skip: string | false
  /** Returns what names it, besides DATA; whatever was in a Neo4j server is gone. */
  readonly settings: () => Promise<Settings>
}

/** Every store that is wanted: SQLite in whatever folder DATA names, and each Neo4j line. */
export async function everyStore(): Promise<StoreSettings[]> {
  const sqlite = { name: 'SQLite', skip: false as const, settings: () => Promise.resolve({}) }
  const lines = (await neo4jLines()).map(({ line, version, skip }) => ({
    name: `Neo4j ${version}`,
    skip,
    settings: async () => {
      const server = await withNeo4j(line)
      const { clear } = await import('./clearNeo4j.ts')
      await clear(server)
      return { STORE: server.uri, STORE_USER: server.user, STORE_PASSWORD: server.password }
    },
  }))
  return [...(isWanted('sqlite') ? [sqlite] : []), ...lines]
}
