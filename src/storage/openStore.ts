import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { GraphStore } from './graphStore.ts'
import { storeFile } from './sqlite/fileBytes.ts'

/** Returns the store that the configuration names. Only a server waits for a database that is about to start: a command says at once that it is not there. */
export async function openStore({ store, data }: Config, log: Logger, isServer = false): Promise<GraphStore> {
  if (store.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite/store.ts')
    const { cacheBytes, observationCacheBytes } = store
    return openSqliteStore({ path: storeFile(data), cacheBytes, observationCacheBytes, logger: log })
  }
  const { openNeo4jStore } = await import('./neo4j/store.ts')
  const { uri, user, password, database, waitMs, readsFollowers } = store
  const start = isServer ? { start: { logger: log, waitMs } } : {}
  return openNeo4jStore({
    uri,
    user,
    password,
    ...(database !== null && { database }),
    readsFollowers,
    logger: log,
    ...start,
  })
}
