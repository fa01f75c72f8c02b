import { DatabaseSync } from '@photostructure/sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startNeo4j, type Line } from '../../scripts/neo4j.ts'
import type { Scope } from '../../src/app/scope.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import type { StoreName } from '../options.ts'
import { temporaryFolder } from './temporary.ts'
import { warm } from './warm.ts'
import type { Adjacency } from '../raw/adjacency.ts'
import { openNeo4jAdjacency } from '../raw/neo4jAdjacency.ts'
import { openSqliteAdjacency } from '../raw/sqliteAdjacency.ts'
import { diskFlushIn, type DiskFlush } from './diskFlush.ts'
import { folderBytes } from './folderBytes.ts'
import { openRawNeo4j } from '../raw/neo4j.ts'
import type { Raw } from '../raw/raw.ts'
import { openRawSqlite } from '../raw/sqlite.ts'
import { tableBytes, type TableBytes } from './tableBytes.ts'
import { recorderOn, type Recorder } from './recorder.ts'

/** The product on one store, and the raw store beside it. */
export interface Subject {
  /** As the table shows it. */
  readonly name: string
  readonly kind: StoreName
  readonly scope: () => Scope
  readonly recorder: Recorder
  readonly raw: Raw
  readonly adjacency: Adjacency
  readonly flush: DiskFlush
  /** For server processes: SQLite in a file of its own, Neo4j in the same database. */
  readonly environment: Readonly<Record<string, string>>
  /** Scopes of a process that has read nothing yet, on a store that may be wrapped. */
  readonly fresh: (around?: (store: GraphStore) => GraphStore) => Promise<() => Scope>
  /** Size of the store once its log is worked in. */
  readonly bytes: () => Promise<number>
  /** The same of each table and index; of Neo4j none is known. */
  readonly tables: () => Promise<TableBytes>
  close(): Promise<void>
}

interface Ground {
  readonly name: string
  readonly kind: StoreName
  readonly environment: Record<string, string>
  readonly openRaw: () => Raw | Promise<Raw>
  readonly openAdjacency: () => Adjacency | Promise<Adjacency>
  readonly bytes: () => Promise<number>
  readonly tables: () => Promise<TableBytes>
  readonly remove: () => Promise<void>
}

/** Opens an empty store of that kind in a temporary folder; everything is removed when it is closed. */
export async function openSubject(kind: StoreName, line: Line): Promise<Subject> {
  const folder = temporaryFolder('store')
  const ground = kind === 'sqlite' ? sqliteGround(folder) : await neo4jGround(folder, line)
  const config = readConfig({ ...ground.environment, LOG_LEVEL: 'warn' })
  const parts = await openParts(config)
  await warm(parts.scope)
  const recorder = recorderOn(parts.store)
  const fresh: Subject['fresh'] = async (around = (store) => store) =>
    (await openParts(config, { store: around(recorder.store) })).scope
  const raw = await ground.openRaw()
  const adjacency = await ground.openAdjacency()
  const flush = diskFlushIn(folder)
  return {
    ...ground,
    environment: kind === 'sqlite' ? { DATA: join(folder, 'server') } : ground.environment,
    scope: await fresh(),
    recorder,
    raw,
    adjacency,
    flush,
    fresh,
    bytes: async () => {
      const bytes = await ground.bytes()
      await warm(parts.scope)
      return bytes
    },
    async close() {
      await parts.close()
      await raw.close()
      await adjacency.close()
      flush.close()
      await ground.remove()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

function sqliteGround(folder: string): Ground {
  const file = join(folder, 'product/turngraph.db')
  return {
    name: 'SQLite',
    kind: 'sqlite',
    environment: { DATA: join(folder, 'product') },
    openRaw: () => openRawSqlite(join(folder, 'raw.db')),
    openAdjacency: () => openSqliteAdjacency(join(folder, 'adjacency.db')),
    bytes: async () => sqliteBytes(file),
    tables: async () => tableBytes(file),
    remove: async () => undefined,
  }
}

/** Returns how much a file holds, free pages aside, once its log is worked in. */
export function sqliteBytes(file: string): number {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const number = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() as object)[0])
  const bytes = (number('page_count') - number('freelist_count')) * number('page_size')
  database.close()
  return bytes
}

async function neo4jGround(folder: string, line: Line): Promise<Ground> {
  // What files have ahead would be counted as bytes of a fork.
  const server = await startNeo4j({
    line,
    home: folder,
    heap: { initial: '1g', most: '1g' },
    growsAhead: false,
    lasts: true,
  })
  const { uri, user, password } = server
  return {
    name: `Neo4j ${line}`,
    kind: 'neo4j',
    environment: { STORE: uri, STORE_USER: user, STORE_PASSWORD: password, DATA: join(folder, 'product') },
    openRaw: () => openRawNeo4j({ uri, user, password }),
    openAdjacency: () => openNeo4jAdjacency({ uri, user, password }),
    // Community has no checkpoint to ask for: stopping makes one.
    bytes: async () => {
      await server.restart()
      return folderBytes(join(folder, 'data/databases/neo4j'))
    },
    tables: async () => new Map(),
    remove: () => server.stop(),
  }
}
