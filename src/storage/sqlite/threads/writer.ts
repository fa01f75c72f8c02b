import { newNameKey } from '../../nameKey.ts'
import { TenantGone, ReadTooLarge, StoreOutdated } from '../../graphStore.ts'
import { applyChanges } from '../writing/applyChanges.ts'
import { type Connection, extendedCode, resultCode } from '../connection/connection.ts'
import type { ThreadAnswer, ThreadFailure, WriteAnswer } from './messages.ts'
import { schemaVersion } from '../migrations.ts'
import { FileLost, type WalGuard } from '../connection/walGuard.ts'
import { dropExpired } from '../writing/keys.ts'
import { foldDays } from '../rollups/days.ts'
import type { WriteRequest } from '../writing/writeRequest.ts'
import { writingText } from '../registry/registrySql.ts'
import { addTenant, fillRoom, findTenant } from '../writing/writeSql.ts'

/** Applies requests in batches. */
export interface Writer {
  /**
   * Applies all in one transaction, each in a savepoint of its own when there are several; durable once it answers. A
   * request without events asks no more than whether writes are possible.
   */
  apply(requests: readonly WriteRequest[]): ThreadAnswer<WriteAnswer>[]
}

/** Returns the writer of a connection, for a file of this schema version. */
export function writerOn(connection: Connection, version: number, file: WalGuard): Writer {
  const tenants = new Map<string, number>()

  const tenantOf = (name: string): number => {
    const known = tenants.get(name)
    if (known !== undefined) return known
    const row = connection.get(findTenant, name) ?? connection.get(addTenant, name, newNameKey())
    const tenant = Number(row?.[0])
    tenants.set(name, tenant)
    return tenant
  }

  const undo = (statement: string): void => {
    // A tenant that was new in it is gone again.
    tenants.clear()
    if (connection.inTransaction()) connection.run(statement)
  }

  const applied = (request: WriteRequest): WriteAnswer => {
    const { registry } = request
    if (registry)
      return { kind: 'registered', rows: connection.run(writingText(registry.statement), ...registry.values) }
    if (request.days) {
      foldDays(connection, tenantOf(request.tenant), request.days)
      return { kind: 'written', seqs: [] }
    }
    if (request.expired)
      return { kind: 'registered', rows: dropExpired(connection, tenantOf(request.tenant), request.expired) }
    if (request.events.length > 0) return applyChanges(connection, tenantOf(request.tenant), request)
    // A write shows whether the log can be read again.
    if (request.room !== undefined || file.isLogEmpty()) connection.run(fillRoom, request.room ?? 0)
    return { kind: 'written', seqs: [] }
  }

  const applyBeside = (request: WriteRequest): ThreadAnswer<WriteAnswer> => {
    connection.run('SAVEPOINT request')
    try {
      const value = applied(request)
      if (!isWritten({ value })) undo('ROLLBACK TO request')
      connection.run('RELEASE request')
      return { value }
    } catch (error) {
      // Some errors (a full disk) end the whole transaction.
      if (!connection.inTransaction()) throw error
      undo('ROLLBACK TO request')
      connection.run('RELEASE request')
      return { failure: failureOf(error, false) }
    }
  }

  const apply = (requests: readonly WriteRequest[]): ThreadAnswer<WriteAnswer>[] => {
    let committing = false
    let committed = false
    try {
      file.check()
      connection.run('BEGIN IMMEDIATE')
      refuseOtherSchema(connection, version)
      const [only, ...others] = requests
      const answers = only && others.length === 0 ? [{ value: applied(only) }] : requests.map(applyBeside)
      if (!answers.some(isWritten)) {
        undo('ROLLBACK')
        return answers
      }
      committing = true
      connection.run('COMMIT')
      committed = true
      file.checkCommitted()
      return answers
    } catch (error) {
      undo('ROLLBACK')
      const failure = { ...failureOf(error, committing), ...(committed && { uncertain: true }) }
      return requests.map(() => ({ failure }))
    }
  }
  return { apply }
}

const isWritten = (answer: ThreadAnswer<WriteAnswer>): boolean =>
  'value' in answer && (answer.value.kind === 'written' || answer.value.kind === 'registered')

/** Another process may have migrated the file meanwhile; what we would write is of the old schema. */
function refuseOtherSchema(connection: Connection, version: number): void {
  const now = schemaVersion(connection)
  if (now !== version)
    throw new StoreOutdated(`The file was migrated to schema version ${now} meanwhile. Restart with that version.`)
}

/** BUSY, LOCKED, NOMEM, READONLY, IOERR, CANTOPEN: nothing is wrong with the request. */
const unavailable = new Set([5, 6, 7, 8, 10, 14])
const inputOutputError = 10
/** FULL, and IOERR_SHMSIZE: the index of the log found no room. */
const full = new Set([13, 4874])
/** CORRUPT and NOTADB. */
const damaged = new Set([11, 26])

/** Returns the error for the caller. After a failed COMMIT only a failed disk leaves the outcome unknown. */
export function failureOf(error: unknown, committing: boolean): ThreadFailure {
  const code = resultCode(error)
  const message = error instanceof Error ? error.message : String(error)
  return { message, kind: kindOf(error), uncertain: committing && code === inputOutputError }
}

function kindOf(error: unknown): ThreadFailure['kind'] {
  const [code, extended] = [resultCode(error) ?? 0, extendedCode(error) ?? 0]
  if (full.has(code) || full.has(extended)) return 'full'
  if (error instanceof FileLost || damaged.has(code)) return 'lost'
  if (error instanceof ReadTooLarge) return 'large'
  if (error instanceof TenantGone) return 'gone'
  if (error instanceof StoreOutdated) return 'outdated'
  return unavailable.has(code) ? 'unavailable' : 'fault'
}
