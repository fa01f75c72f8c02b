import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { storeFile } from '../storage/sqlite/fileBytes.ts'
import type { SearchIndex } from './searchIndex.ts'

/** Returns the index of the store that the configuration names. Its thread, or its connection, is opened by the first who needs it. */
export async function openSearch({ store, data }: Config, log: Logger): Promise<SearchIndex> {
  if (store.kind === 'sqlite') {
    const { openSqliteSearch } = await import('./sqlite/sqliteSearch.ts')
    const [path, index] = [storeFile(data), join(resolve(data), 'search.db')]
    const onDeath = (error: Error) => log.error({ err: error }, 'The thread of the search index died.')
    return openSqliteSearch({ path, index, cacheBytes: store.cacheBytes, onDeath })
  }
  const { openNeo4jSearch } = await import('./neo4j/neo4jSearch.ts')
  const { uri, user, password, database } = store
  const onFault = (err: unknown) => log.warn({ err }, 'The search index cannot be brought up to date now.')
  return openNeo4jSearch({ uri, user, password, ...(database !== null && { database }), onFault })
}
