import { openParts, type OpenParts } from '../../src/compose.ts'
import type { Config } from '../../src/config/config.ts'

/** Opens the parts of a configuration; a database that has just started, and plans everything anew, may take a minute to answer. */
export async function openPatientParts(config: Config): Promise<OpenParts> {
  if (config.store.kind === 'sqlite') return openParts(config)
  const { openNeo4jStore } = await import('../../src/storage/neo4j/store.ts')
  const { uri, user, password } = config.store
  return openParts(config, {
    store: await openNeo4jStore({ uri, user, password, timeouts: { read: 60_000, write: 60_000 } }),
  })
}
