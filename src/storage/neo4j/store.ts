import { withTimeout } from '../../runtime/withTimeout.ts'
import { StoreUnavailable, type GraphStore } from '../graphStore.ts'
import { belowReadsOn } from './descendants/reads.ts'
import { connect, usualTimeouts, type Address, type Connection, type Timeouts } from './connection/connection.ts'
import { contentsOn } from './contents/contents.ts'
import { READY } from './reading/cypherRead.ts'
import { migrations, type Migration } from './schema.ts'
import { ROW_COUNTS } from './reading/rowCounts.ts'
import { listReadsOn } from './lists/lists.ts'
import { migrate, newestOf } from './migrations.ts'
import { openError } from './connection/openErrors.ts'
import { readsOn } from './reading/reads.ts'
import { peersOn } from './registry/peers.ts'
import { registryOn } from './registry/registry.ts'
import { relationshipReadsOn } from './reading/relationships.ts'
import { stateRecordReadsOn } from './stateRecords/reads.ts'
import { numberFrom } from './properties/rows.ts'
import { togetherReadsOn } from './bundles/reads.ts'
import { loggedWait, type StartLog } from './connection/startLog.ts'
import { warm } from './connection/warmUp.ts'
import { expireKeysOn } from './writing/expireKeys.ts'
import { writerOn, type StoreLogger } from './writing/writer.ts'

/** A readiness check is answered within this time, in milliseconds; a read would go on trying. */
const READY_TIME = 2_000

export interface Neo4jOptions extends Address {
  readonly logger?: StoreLogger | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  /** Of a server, which waits for a database that is about to start; absent: the time of a read is waited. */
  readonly start?: StartLog | undefined
  /** The steps after the first schema; absent: those of this code. */
  readonly migrations?: readonly Migration[] | undefined
}

/** Returns the store in that database, brought to the schema of this code; refuses a newer one, and one of before the first release, with StoreRefused. */
export async function openNeo4jStore(options: Neo4jOptions): Promise<GraphStore> {
  const timeouts = { ...usualTimeouts, ...options.timeouts }
  const { logger = null } = options
  const onBack = (goneMs: number) => logger?.warn({ goneMs: Math.round(goneMs) }, 'The database is back.')
  const { uri, start, migrations: steps = migrations } = options
  const connection = connect(options, timeouts, { writer: newestOf(steps), onBack })
  const waited = <T>(work: Promise<T>, waitsFor: string) =>
    loggedWait(work, waitsFor, connection.lastFailure, start?.logger)
  try {
    await waited(connection.read(READY, {}, start?.waitMs), `Neo4j at ${uri} to answer`)
    await waited(migrate(connection, steps), `the schema of Neo4j at ${uri}, which this server or another one makes`)
    await waited(warm(connection), `Neo4j at ${uri} to plan statements`)
  } catch (error) {
    await connection.close()
    throw openError(error, options)
  }
  return storeOn(connection, timeouts, logger)
}

function storeOn(connection: Connection, timeouts: Timeouts, logger: StoreLogger | null): GraphStore {
  const writer = writerOn(connection, timeouts.write, logger)
  return {
    name: 'neo4j',
    presence: connection.presence,
    followers: connection.requestCausality ?? undefined,
    peers: peersOn(connection),
    outdated: connection.guard.outdated,
    ...readsOn(connection, timeouts.read),
    ...listReadsOn(connection, timeouts.read),
    ...relationshipReadsOn(connection, timeouts.read),
    ...stateRecordReadsOn(connection, timeouts.read),
    ...belowReadsOn(connection),
    ...togetherReadsOn(connection, timeouts.read),
    registry: registryOn(connection, timeouts.write),
    ...contentsOn(connection),
    write: (tenant, changes) => writer.write(tenant, changes),
    expireKeys: expireKeysOn(connection, timeouts.write),
    async ready() {
      await soon(connection.presence.failWhenDisconnected(connection.guard.check()))
    },
    compact: () => Promise.resolve(null),
    // Its files are its server's own, which has a tool that checks them.
    faults: () => Promise.resolve([]),
    rowCounts: async () => {
      const records = await connection.read(ROW_COUNTS)
      const counts = new Map<string, number>()
      for (const record of records) {
        const name = record.get('name') as string
        counts.set(name, (counts.get(name) ?? 0) + numberFrom(record.get('rows')))
      }
      return Object.fromEntries(counts)
    },
    close: async () => {
      await writer.idle()
      await connection.close()
    },
  }
}

function soon(answer: Promise<unknown>): Promise<unknown> {
  const overdue = () => new StoreUnavailable(`Neo4j did not answer within ${READY_TIME} ms.`)
  return withTimeout(answer, READY_TIME, overdue)
}
