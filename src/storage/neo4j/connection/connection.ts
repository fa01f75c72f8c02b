import neo4j, { type Driver, type Integer, type Record as DriverRecord } from 'neo4j-driver'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../../../runtime/withTimeout.ts'
import { StoreUnavailable } from '../../graphStore.ts'
import { trackCausality, readFor, withBookmarks, type RequestCausality } from './followers.ts'
import { failureOf, isFinal, Overdue, pauseBefore, thrownFor, Unreachable } from './failures.ts'
import { presenceOf, type WatchedPresence } from './presence.ts'
import type { Presence } from '../../presence.ts'
import { int, numberOrNull, type Value } from '../properties/rows.ts'
import { hostAndPort, serversOf } from './servers.ts'
import { guarded, OLDEST_WRITER, writerGuard, type WriterGuard } from './writerGuard.ts'

export interface Timeouts {
  /** All in milliseconds. How long a new connection may take. */
  readonly connect: number
  /** How long a statement may wait for a connection of the pool. */
  readonly acquire: number
  /** How long a read may take, its repetitions included. */
  readonly read: number
  /** How long a write may take, its wait in the queue and its repetitions included; one of many things has more. */
  readonly write: number
  /** How long one that takes no connection is waited for by who reads and asks for its presence. */
  readonly gone: number
  /** How long a follower may take, its wait for what a request has seen included; then the leader is asked. */
  readonly follower: number
}
export const usualTimeouts: Timeouts = {
  connect: 5_000,
  acquire: 8_000,
  read: 10_000,
  write: 15_000,
  gone: 1_200,
  follower: 2_000,
}

export interface Address {
  /** An address, or several of one cluster with commas between them. */
  readonly uri: string
  readonly user: string
  readonly password: string
  readonly database?: string | undefined
  /** Whether followers answer reads of requests that say what they have seen. */
  readonly readsFollowers?: boolean | undefined
}

/** Making an index over a large store takes a while. */
const SCHEMA_TIME = 600_000

export type Parameters = Readonly<Record<string, Value>>
export type RunStatement = (statement: string, parameters: Parameters) => Promise<DriverRecord[]>

/** The driver, with what every statement here needs: a time limit, bookmarks, an access mode, a session of its own. */
export interface Connection {
  readonly int: (value: number) => Integer
  readonly presence: Presence
  /** Why a question was repeated the last time; null if none was. */
  readonly lastFailure: () => unknown
  /** Null where all is read at the leader. */
  readonly requestCausality: RequestCausality | null
  /** What refuses writes once a newer version has taken the database over. */
  readonly guard: Pick<WriterGuard, 'outdated' | 'check'>
  /**
   * Reads at the leader, so that nothing is older than what any server has answered, or at a follower that has what the
   * request has seen; repeats what failed in passing.
   */
  read(statement: string, parameters?: Parameters, timeout?: number): Promise<DriverRecord[]>
  /** Resolves when writes find their way; what goes nowhere is then not sent, so it is certain that it was not applied. */
  reach(timeout: number): Promise<void>
  /** Sends a statement once; its caller knows whether it may be repeated. */
  write(statement: string, parameters: Parameters, timeout: number): Promise<DriverRecord[]>
  /** Sends several statements once, in one transaction; its caller knows whether they may be repeated. */
  writeAll<T>(work: (run: RunStatement) => Promise<T>, timeout: number): Promise<T>
  /** Reads what is too much to hold, as fast as it is taken; begun once, it is not repeated. */
  stream(statement: string, parameters: Parameters): AsyncIterable<DriverRecord>
  /** For the schema: a statement that may be repeated, by itself, however long it takes. */
  run(statement: string): Promise<void>
  /** For the schema: several statements in one transaction, taken back when `work` throws, and repeated as reads are. */
  transaction(work: (run: RunStatement) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Who connects. */
export interface Connecting {
  /** Its number among writers: the version of the schema that its code knows. */
  readonly writer: number
  /** Called when a database that was gone is back. */
  readonly onBack?: (goneMs: number) => void
}

/** Returns a connection to the database; nothing is sent yet. */
export function connect(
  address: Address,
  timeouts: Timeouts,
  { writer, onBack = () => undefined }: Connecting,
): Connection {
  const { uri, places } = serversOf(address.uri)
  const driver = neo4j.driver(uri, neo4j.auth.basic(address.user, address.password), {
    ...(places.length > 1 && { resolver: () => places.map(hostAndPort) }),
    connectionTimeout: timeouts.connect,
    connectionAcquisitionTimeout: timeouts.acquire,
    maxConnectionPoolSize: 64,
    maxTransactionRetryTime: 0,
    disableAutoCommitRetries: true,
    useBigInt: true,
    telemetryDisabled: true,
    userAgent: 'turngraph',
  })
  const open = sessions(driver, address.database)
  const requestCausality = address.readsFollowers ? trackCausality() : null
  const presence = presenceOf({ uri: address.uri, goneAfter: timeouts.gone, onBack })
  const { watch, isDown } = watchPresence(presence)
  const once = (statement: string, parameters: Parameters, left: number) =>
    watch(() => runOnce(open, statement, parameters, left))
  let failure: unknown = null
  const retried = <T>(milliseconds: number, ask: (left: number) => Promise<T>) =>
    repeated(milliseconds, ask, (error) => (failure = error))
  const guard = writerGuard(writer, async () => {
    const [record] = await retried(timeouts.read, (left) => once(OLDEST_WRITER, {}, left))
    return numberOrNull(record?.get('minWriter') ?? null)
  })
  const asWriter = (parameters: Parameters): Parameters => ({ ...parameters, writer: int(writer) })
  return {
    int,
    presence,
    lastFailure: () => failure,
    requestCausality,
    guard,
    read: (statement, parameters = {}, timeout = timeouts.read) => {
      const atLeader = () => retried(timeout, (left) => once(statement, parameters, left))
      const causality = requestCausality?.current()
      if (!causality) return atLeader()
      const atFollower = (bookmarks: readonly string[]) =>
        runOnce(() => followerSession(driver, address.database, bookmarks), statement, parameters, timeouts.follower)
      return readFor(causality, atFollower, atLeader)
    },
    reach: async (left) => {
      if (!isDown()) return
      await once('RETURN 1', {}, left).catch((cause: unknown) => {
        throw new Unreachable('Neo4j cannot be reached.', { cause })
      })
    },
    write: (statement, parameters, left) => guard.around(() => once(guarded(statement), asWriter(parameters), left)),
    writeAll: (work, left) => {
      const worked = (run: RunStatement) => work((statement, q) => run(guarded(statement), asWriter(q)))
      return guard.around(() => watch(() => within(left, inTransaction(open, worked, left, PLANNED_ONCE))))
    },
    stream: (statement, parameters) => streamed(open, statement, parameters),
    run: async (statement) => {
      await retried(SCHEMA_TIME, (left) => runOnce(open, statement, {}, left, ''))
    },
    transaction: (work) => retried(SCHEMA_TIME, () => inTransaction(open, work, SCHEMA_TIME)),
    close: () => driver.close(),
  }
}

/** All of a large store is read within this time. */
const STREAM_TIME = 24 * 3_600_000

async function* streamed(open: OpenSession, statement: string, parameters: Parameters): AsyncGenerator<DriverRecord> {
  const session = open()
  try {
    yield* session.run(PLANNED_ONCE + statement, { q: parameters }, { timeout: STREAM_TIME })
  } catch (error) {
    // What was read of it has been given away, so it cannot start again here.
    if (!isFinal(failureOf(error))) throw new StoreUnavailable('Neo4j broke off what was read.', { cause: error })
    throw thrownFor(error)
  } finally {
    await session.close()
  }
}

/** Remembers whether the last statement found its way. */
function watchPresence(presence: WatchedPresence): {
  readonly watch: <T>(ask: () => Promise<T>) => Promise<T>
  readonly isDown: () => boolean
} {
  let isDown = false
  return {
    watch: async (ask) => {
      try {
        const answer = await ask()
        isDown = false
        presence.answered()
        return answer
      } catch (error) {
        isDown = failureOf(error) === 'lost'
        if (isDown) presence.lost()
        else presence.answered()
        throw thrownFor(error)
      }
    },
    isDown: () => isDown,
  }
}

type OpenedSession = ReturnType<Driver['session']>
type OpenSession = () => OpenedSession

/**
 * Of a cluster, all goes to the leader: a follower may lack what another server has answered. One bookmark manager for
 * all, so that a new leader waits until it has applied what this store has seen.
 */
function sessions(driver: Driver, database: string | undefined): OpenSession {
  const bookmarkManager = neo4j.bookmarkManager()
  const defaultAccessMode = neo4j.session.WRITE
  return () => driver.session({ defaultAccessMode, bookmarkManager, ...(database === undefined ? {} : { database }) })
}

function followerSession(driver: Driver, database: string | undefined, bookmarks: readonly string[]): OpenedSession {
  const defaultAccessMode = neo4j.session.READ
  return driver.session({
    defaultAccessMode,
    bookmarks: [...bookmarks],
    ...(database === undefined ? {} : { database }),
  })
}

/** There is one good plan for each statement, on an empty store as on a large one: growth is no reason to look again. */
const PLANNED_ONCE = 'CYPHER replan=skip '

/**
 * A session of its own for each statement: one that lives on keeps every result it gave. The parameters go in as one
 * map, `$q`: of parameters the database plans a statement again for every combination of types and sizes, of a map's
 * members it does not.
 */
async function runOnce(
  open: OpenSession,
  statement: string,
  parameters: Parameters,
  timeout: number,
  options = PLANNED_ONCE,
) {
  const session = open()
  const answer = session
    .run(options + statement, { q: parameters }, { timeout: Math.ceil(timeout) })
    .then(({ records }) => withBookmarks(records, session.lastBookmarks()))
  const closed = answer.finally(() => session.close())
  return within(timeout, closed)
}

async function inTransaction<T>(
  open: OpenSession,
  work: (run: RunStatement) => Promise<T>,
  timeout: number,
  options = '',
): Promise<T> {
  const session = open()
  try {
    const transaction = await session.beginTransaction({ timeout: Math.ceil(timeout) })
    try {
      const run: RunStatement = async (statement, q) => (await transaction.run(options + statement, { q })).records
      const done = await work(run)
      await transaction.commit()
      return withBookmarks(done, session.lastBookmarks())
    } finally {
      await transaction.close()
    }
  } finally {
    await session.close()
  }
}

/** A server that has stopped answering keeps its connections open, so the clock is ours. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const overdue = () => new Overdue(`Neo4j did not answer within ${Math.round(milliseconds)} ms.`)
  return withTimeout(answer, milliseconds, overdue)
}

/** Tries until it is answered, has failed for good, or the time is over. */
async function repeated<T>(
  milliseconds: number,
  ask: (left: number) => Promise<T>,
  note: (failure: unknown) => void,
): Promise<T> {
  const end = performance.now() + milliseconds
  for (let tries = 0; ; tries++) {
    try {
      return await ask(Math.max(1, end - performance.now()))
    } catch (error) {
      if (isFinal(failureOf(error))) throw error
      note(error)
      const pause = pauseBefore(tries)
      if (performance.now() + pause >= end) throw new StoreUnavailable('Neo4j cannot be reached.', { cause: error })
      await sleep(pause)
    }
  }
}
