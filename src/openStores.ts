import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { SearchIndex } from './search/searchIndex.ts'
import type { AttachmentBytes } from './storage/attachments/attachmentBytes.ts'
import type { GraphStore } from './storage/graphStore.ts'
import { storeFile } from './storage/sqlite/fileBytes.ts'

/** Returns the store that the configuration names. Only a server waits for a database that is about to start: a command says at once that it is not there. */
export async function openStore({ store, data }: Config, log: Logger, isServer = false): Promise<GraphStore> {
  if (store.kind === 'sqlite') {
    const { openSqliteStore } = await import('./storage/sqlite/store.ts')
    const { cacheBytes, observationCacheBytes } = store
    return openSqliteStore({ path: storeFile(data), cacheBytes, observationCacheBytes, logger: log })
  }
  const { openNeo4jStore } = await import('./storage/neo4j/store.ts')
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

/** Returns the index of the store that the configuration names. Its thread, or its connection, is opened by the first who needs it. */
export async function openSearch({ store, data }: Config, log: Logger): Promise<SearchIndex> {
  if (store.kind === 'sqlite') {
    const { openSqliteSearch } = await import('./search/sqlite/sqliteSearch.ts')
    const [path, index] = [storeFile(data), join(resolve(data), 'search.db')]
    const onDeath = (error: Error) => log.error({ err: error }, 'The thread of the search index died.')
    return openSqliteSearch({ path, index, cacheBytes: store.cacheBytes, onDeath })
  }
  const { openNeo4jSearch } = await import('./search/neo4j/neo4jSearch.ts')
  const { uri, user, password, database } = store
  const onFault = (err: unknown) => log.warn({ err }, 'The search index cannot be brought up to date now.')
  return openNeo4jSearch({ uri, user, password, ...(database !== null && { database }), onFault })
}

/** Returns where the bytes of attachments are. */
export async function openAttachmentBytes({ attachments, data }: Config): Promise<AttachmentBytes> {
  const folder = join(resolve(data), 'attachments')
  if (attachments.kind === 'directory') {
    const { openDirectory } = await import('./storage/attachments/directory.ts')
    return openDirectory(folder)
  }
  const { openS3 } = await import('./storage/attachments/s3.ts')
  return openS3({ ...attachments, uploads: join(folder, '.uploads') })
}
