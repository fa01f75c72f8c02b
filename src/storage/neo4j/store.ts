import type { GraphStore } from '../graphStore.ts'
import { connect, usualTimeouts, type Address, type Connection, type Timeouts } from './connection.ts'
import { READY, ROW_COUNTS } from './cypherRead.ts'
import { listReadsOn } from './lists.ts'
import { migrate } from './migrations.ts'
import { readsOn } from './reads.ts'
import { numberFrom } from './rows.ts'
import { warm } from './warm.ts'
import { writerOn, type StoreLogger } from './writer.ts'

export interface Neo4jOptions extends Address {
  readonly logger?: StoreLogger | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
}

/** Returns the store in that database, brought to the schema of this code; refuses a newer one with StoreRefused. */
export async function openNeo4jStore(options: Neo4jOptions): Promise<GraphStore> {
  const timeouts = { ...usualTimeouts, ...options.timeouts }
  const connection = connect(options, timeouts)
  try {
    await connection.read(READY)
    await migrate(connection)
    await warm(connection)
  } catch (error) {
    await connection.close()
    throw error
  }
  return storeOn(connection, timeouts, options.logger ?? null)
}

function storeOn(connection: Connection, timeouts: Timeouts, logger: StoreLogger | null): GraphStore {
  const writer = writerOn(connection, timeouts.write, logger)
  return {
    name: 'neo4j',
    ...readsOn(connection, timeouts.read),
    ...listReadsOn(connection, timeouts.read),
    write: (tenant, changes) => writer.write(tenant, changes),
    ready: async () => {
      await connection.read(READY)
    },
    rowCounts: async () => {
      const records = await connection.read(ROW_COUNTS)
      return Object.fromEntries(records.map((record) => [record.get('name') as string, numberFrom(record.get('rows'))]))
    },
    close: async () => {
      await writer.idle()
      await connection.close()
    },
  }
}
