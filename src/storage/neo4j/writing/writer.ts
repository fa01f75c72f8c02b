import type { Record as DriverRecord } from 'neo4j-driver'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant } from '../../../domain/model.ts'
import type { Changes } from '../../../domain/changes.ts'
import { StoreOutdated, StoreUnavailable, type VersionedKind, type WriteOutcome } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { StoreFull } from '../../storeFull.ts'
import { WRITE } from './cypherWrite.ts'
import { failureOf, pauseBefore, type DriverFailure } from '../connection/failures.ts'
import { PendingWrite } from './pendingWrite.ts'
import { keyFrom } from '../properties/key.ts'
import { instantOfTime, int, numberFrom } from '../properties/rows.ts'
import { writeQueue } from './writeQueue.ts'
import type { WriteRow } from './writeRow.ts'
import { splitConflicts, writeTogether } from './writeTogether.ts'

/** Logs for the operator, with pino's order of arguments. */
export interface StoreLogger {
  warn(details: object, message: string): void
}

export interface Writer {
  write(tenant: Tenant, changes: Changes): Promise<WriteOutcome>
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

/** How often the database may take a batch back before its rows go singly. */
const TRIES_TOGETHER = 4
/** How often a row may fail on a constraint by itself: another write came between, or it can never be written. */
const RACES = 4

/**
 * Returns what writes. A statement is repeated as often as time allows: WRITE looks the attempt up under the locks
 * before it writes, so a repetition finds what an earlier one, whose answer was lost, has written.
 */
export function writerOn(connection: Connection, timeout: number, logger: StoreLogger | null): Writer {
  const queue = writeQueue<PendingWrite>((batch) => send(connection, batch, logger))
  return {
    write: async (tenant, changes) => {
      const causality = connection.requestCausality?.current() ?? null
      const write = new PendingWrite(tenant, changes, timeout, (overdue) => queue.remove(overdue), causality)
      queue.add(write)
      return write.outcome
    },
    idle: () => queue.idle(),
  }
}

async function send(connection: Connection, batch: readonly PendingWrite[], logger: StoreLogger | null): Promise<void> {
  for (let tries = 0; ; tries++) {
    const writes = batch.filter(({ isSettled }) => !isSettled)
    if (writes.length === 0) return
    const failed = await sendOnce(connection, writes)
    if (!failed) return
    if (failed.failure === 'outdated') {
      refuseOutdated(writes, failed.error)
      return
    }
    if (isWorthSaying(tries)) {
      logger?.warn(
        { err: loggedOf(failed), rows: writes.length, failure: failed.failure },
        'A write has to be repeated.',
      )
    }
    if (failed.failure === 'full') refuse(writes, new StoreFull(fullDisk, { cause: failed.error }))
    if (failed.failure === 'halted') refuse(writes, failed.error)
    if (isSpoiled(failed.failure, tries)) {
      if (writes.length > 1) {
        await sendSingly(connection, writes, logger)
        return
      }
      if (isHopeless(failed.failure, tries)) writes[0]?.fail(failed.error)
    }
    await sleep(pauseBefore(tries))
  }
}

/** A database that is away is logged as such: the log has few lines for that. */
function loggedOf({ failure, error }: { readonly failure: DriverFailure; readonly error: unknown }): unknown {
  const isAway = failure === 'lost' || failure === 'unreachable'
  return isAway ? new StoreUnavailable('Neo4j did not answer a write.', { cause: error }) : error
}

const fullDisk = 'The disk of the database is full. Nothing was written.'

/** One that an earlier attempt may have written is tried on: it is found then. */
function refuse(writes: readonly PendingWrite[], reason: unknown): void {
  for (const write of writes) if (!write.isInDoubt) write.fail(reason)
}

/** None of them is written any more; what an earlier attempt wrote is seen by requests to a newer server. */
function refuseOutdated(writes: readonly PendingWrite[], error: unknown): void {
  const { message } = error as StoreOutdated
  for (const write of writes)
    write.fail(write.isInDoubt ? new StoreOutdated(message, { uncertain: true, cause: error }) : error)
}

/** The 1st, 2nd, 4th, 8th … time: an outage is no flood of lines. */
const isWorthSaying = (tries: number): boolean => Number.isInteger(Math.log2(tries + 1))

/** One after the other, for those of one conversation build on each other. */
async function sendSingly(connection: Connection, writes: readonly PendingWrite[], logger: StoreLogger | null) {
  for (const write of writes) await send(connection, [write], logger)
}

/** Whether one row may be what makes the whole batch fail. */
function isSpoiled(failure: DriverFailure, tries: number): boolean {
  return failure === 'fault' || failure === 'race' || (failure === 'transient' && tries >= TRIES_TOGETHER)
}

/** Whether the row that failed by itself will never be written; what fails in passing has all of its time. */
function isHopeless(failure: DriverFailure, tries: number): boolean {
  return failure === 'fault' || (failure === 'race' && tries >= RACES)
}

/** By the short statement where one takes them all; what that did not take goes as whole rows at once. */
async function sendOnce(connection: Connection, writes: readonly PendingWrite[]) {
  try {
    await connection.reach(timeOf(writes))
    const statement = writes[0]?.row.short?.statement
    const isShort = statement !== undefined && writes.every(({ row }) => row.short?.statement === statement)
    await sendWhole(connection, isShort ? await sendRows(connection, statement, writes) : writes)
    return null
  } catch (error) {
    const failure = failureOf(error)
    for (const write of writes) {
      write.isSent = false
      write.isInDoubt ||= failure === 'lost'
      write.cause = error
    }
    return { failure, error }
  }
}

async function sendWhole(connection: Connection, writes: readonly PendingWrite[]): Promise<void> {
  if (writes.every(({ row }) => row.records === null && row.parts.length === 0 && !row.rewrites))
    refuseSilence(await sendRows(connection, WRITE, writes))
  else for (const stretch of splitConflicts(writes)) await sendTogether(connection, stretch)
}

function refuseSilence(unanswered: readonly PendingWrite[]): void {
  for (const write of unanswered) write.fail(new Error('The database did not answer for every row.'))
}

/** Settles what was answered, and returns what was not. */
async function sendRows(connection: Connection, statement: string, writes: readonly PendingWrite[]) {
  if (writes.length === 0) return writes
  const rows = writes.map(({ row }, index) => {
    const properties = statement === row.short?.statement ? row.short.row : row.whole()
    return { ...properties, index: int(index) }
  })
  const remainingMs = startOf(writes)
  return settle(writes, await connection.write(statement, { rows }, remainingMs))
}

async function sendTogether(connection: Connection, writes: readonly PendingWrite[]): Promise<void> {
  const rows = writes.map(({ row }) => row)
  const remainingMs = startOf(writes)
  refuseSilence(settle(writes, await connection.writeAll((run) => writeTogether(run, rows), remainingMs)))
}

/** Marks them as sent, and returns the time that is left. */
function startOf(writes: readonly PendingWrite[]): number {
  for (const write of writes) write.isSent = true
  return timeOf(writes)
}

/** The milliseconds that are left. */
const timeOf = (writes: readonly PendingWrite[]): number =>
  Math.max(1, Math.max(...writes.map(({ end }) => end)) - performance.now())

function settle(writes: readonly PendingWrite[], records: readonly DriverRecord[]): PendingWrite[] {
  const unusual = new Set(writes)
  for (const record of records) {
    const write = writes[numberFrom(record.get('index'))]
    if (!write || record.get('kind') === 'unusual') continue
    write.succeed(outcomeOf(record, write.row), records)
    unusual.delete(write)
  }
  return [...unusual]
}

/** Returns what one row of WRITE's answer says. */
function outcomeOf(record: DriverRecord, row: WriteRow): WriteOutcome {
  const kind = record.get('kind') as 'written' | 'again' | Exclude<WriteOutcome['kind'], 'written'>
  const id = record.get('id') as string
  switch (kind) {
    case 'written':
      return { kind, seqs: assignedSeqs(record.get('seqs') as bigint[], row) }
    case 'again': {
      const stored = record.get('stored') as [string, bigint | null][]
      const numbered = stored.filter((it): it is [string, bigint] => it[1] !== null)
      return { kind: 'written', seqs: new Map(numbered.map(([event, seq]) => [event, numberFrom(seq)])) }
    }
    case 'keyUsed':
      return { kind, record: keyFrom(record.get('record')) }
    case 'messageExists':
      return { kind, messageId: id }
    case 'conversationChanged':
    case 'conversationMissing':
      return { kind, conversationId: id }
    case 'ledgerAhead':
      return { kind, conversationId: id, at: instantOfTime(record.get('what')) }
    case 'recordsChanged':
      return { kind, id, what: record.get('what') as VersionedKind }
    case 'guardChanged':
      return { kind, name: id }
    case 'attachmentGone':
      return { kind, id }
    case 'tenantGone':
      return { kind }
    case 'answersKnown':
      return { kind, answerKeys: JSON.parse(id) as string[] }
  }
}

function assignedSeqs(before: readonly bigint[], { events }: WriteRow): Map<string, number> {
  const seqs = new Map<string, number>()
  for (const { id, place, ordinal } of events) if (place !== null) seqs.set(id, numberFrom(before[place]) + ordinal)
  return seqs
}
