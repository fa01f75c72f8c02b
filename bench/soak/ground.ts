import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startNeo4j, type Neo4jServer } from '../../scripts/neo4j.ts'
import { temporaryFolder } from '../support/temporary.ts'
import type { SoakOptions } from './options.ts'

/** Bytes of what a store and its servers have on the disk, and the transactions that are open in a database. */
export interface StoreSizes {
  readonly database: number
  /** The write-ahead log of SQLite, the transaction logs of Neo4j. */
  readonly wal: number
  /** The search index of SQLite; 0 on Neo4j, whose database contains it. */
  readonly search: number
  readonly attachments: number
  readonly temporary: number
  /** Null on SQLite, and where the database does not answer. */
  readonly openTransactions: number | null
}

/** The store that a soak works on. */
export interface Ground {
  readonly environment: Readonly<Record<string, string>>
  /** The port of the database; null on SQLite. */
  readonly port: number | null
  sizes(): Promise<StoreSizes>
  /** Kills the database with SIGKILL and starts it again; null where it is no process. */
  readonly killDatabase: (() => Promise<void>) | null
  close(): Promise<void>
}

const heap = { initial: '512m', most: '1g' } as const
/** In a shorter run a database that is killed time and again must above all start soon. */
const hour = 3600

/** Opens an empty store in a temporary folder, which is removed when it is closed. */
export async function openGround({ store, line, seconds }: SoakOptions): Promise<Ground> {
  const folder = temporaryFolder('soak')
  const [data, temporary] = [join(folder, 'data'), temporaryFolder('soak-tmp')]
  const shared = { DATA: data, TMPDIR: temporary, LOG_LEVEL: 'silent', RATE_LIMIT: '0', TENANT_RATE_LIMIT: '0' }
  const database =
    store === 'neo4j' ? await startNeo4j({ line, home: join(folder, 'neo4j'), heap, lasts: seconds >= hour }) : null
  const login = database && { STORE: database.uri, STORE_USER: database.user, STORE_PASSWORD: database.password }
  return {
    environment: { ...shared, ...login },
    port: database && Number(new URL(database.uri).port),
    sizes: async () => ({
      ...(database ? neo4jSizes(join(folder, 'neo4j')) : sqliteSizes(data)),
      attachments: bytesBelow(join(data, 'attachments')),
      temporary: bytesBelow(temporary),
      openTransactions: database && (await openTransactions(database)),
    }),
    killDatabase:
      database &&
      (async () => {
        await database.kill9()
        await database.restart()
      }),
    async close() {
      await database?.stop()
      for (const each of [folder, temporary])
        rmSync(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

const sqliteSizes = (data: string) => ({
  database: bytesOf(join(data, 'turngraph.db')),
  wal: bytesOf(join(data, 'turngraph.db-wal')),
  search: bytesOf(join(data, 'search.db')) + bytesOf(join(data, 'search.db-wal')),
})

const neo4jSizes = (home: string) => ({
  database: bytesBelow(join(home, 'data/databases/neo4j')),
  wal: bytesBelow(join(home, 'tx/neo4j')),
  search: 0,
})

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Files may come and go meanwhile. */
function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.reduce((sum, { parentPath, name }) => {
    const file = statSync(join(parentPath, name), { throwIfNoEntry: false })
    return file?.isFile() ? sum + file.size : sum
  }, 0)
}

/** Returns how many transactions are open besides the one that asks; null where the database does not answer. */
async function openTransactions({ uri, user, password }: Neo4jServer): Promise<number | null> {
  const { auth, driver } = await import('neo4j-driver')
  const connection = driver(uri, auth.basic(user, password), { connectionTimeout: 2_000, maxTransactionRetryTime: 0 })
  try {
    const { records } = await connection.executeQuery('SHOW TRANSACTIONS YIELD transactionId')
    return records.length - 1
  } catch {
    return null
  } finally {
    await connection.close()
  }
}
