import { startThread } from '../../storage/sqlite/threads/thread.ts'
import { startPool, type Pool } from '../../storage/sqlite/threads/pool.ts'
import type { FileLook } from '../../domain/erasure/erasure.ts'
import type { IndexHits, SearchIndex } from '../searchIndex.ts'
import type { SearchRequest, SearchThreadData } from './messages.ts'

export interface SqliteSearchOptions {
  /** The store's file; it must be there. */
  readonly path: string
  /** The index's own file. */
  readonly index: string
  /** Bytes of the store's file that are kept in memory; the usual when absent. */
  readonly cacheBytes?: number | undefined
  readonly onDeath: (error: Error) => void
}

/** Returns the index of an embedded store. Its thread is started by the first who needs it. */
export function openSqliteSearch({ path, index, cacheBytes, onDeath }: SqliteSearchOptions): SearchIndex {
  let pool: Pool<SearchRequest> | null = null
  const data: SearchThreadData = { role: 'search', path, index, cacheBytes }
  const start = (): Pool<SearchRequest> => {
    const begin = startThread.bind(null, data, 'searchThread')
    const made = startPool<SearchRequest>({
      ...{ start: begin, threads: 1, batchWeight: 1, onDeath },
      weightOf: () => 1,
      ownerOf: (request) => ('tenant' in request ? request.tenant : ''),
    })
    // This search fails with the reason; the next one tries again.
    made.started.catch(() => (pool = null))
    return made
  }
  const started = (): Pool<SearchRequest> => (pool ??= start())
  const ask = <T>(request: SearchRequest) => started().ask(request) as Promise<T>
  return {
    // As one text, which travels between threads in a fraction of the time of many small values.
    find: async (tenant, request) => JSON.parse(await ask<string>({ ask: 'find', tenant, request })) as IndexHits,
    follow: () => void started(),
    behind: () => ask<number>({ ask: 'behind' }),
    reindex: () => ask({ ask: 'reindex' }),
    forget: (tenant, ids) => ask({ ask: 'forget', tenant, ids }),
    refresh: (tenant, ids) => ask({ ask: 'refresh', tenant, ids }),
    // Nothing that was taken out is left in them.
    renew: () => Promise.resolve(),
    compact: () => ask<readonly FileLook[]>({ ask: 'compact' }),
    stale: (tenant, ids) => ask<number>({ ask: 'stale', tenant, ids }),
    close: async () => {
      await pool?.close()
    },
  }
}
