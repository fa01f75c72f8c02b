import { goneTenant } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { raiseEpoch } from '../reading/observationCache/epochs.ts'
import { buildRollups } from '../rollups/build.ts'
import { sumConversations } from '../rollups/conversationSums.ts'
import { unfoldAll } from '../rollups/days.ts'
import { writeRecords } from '../records/records.ts'
import { markCorrected, markHolders } from './marks.ts'
import type { ThreadAnswer } from '../threads/messages.ts'
import { failureOf } from '../threads/writer.ts'
import { writeRow } from '../writing/checksummedInsert.ts'
import { shortenForkLines } from '../writing/forkLines.ts'
import { addTenant, findTenant } from '../writing/writeSql.ts'
import { findGoneTenant } from '../registry/registrySql.ts'
import { newNameKey } from '../../nameKey.ts'
import type { Rows } from './loadRows.ts'

/** Rows to write by a statement of which `?1` is the tenant; `end`: all of it is to last. */
export type LoadRequest = ({ readonly tenant: string; readonly isOfErasure?: boolean } & Rows) | { readonly end: true }

/** Writes what comes in one transaction, which ends with the connection or is kept by `end`: all of it or nothing. */
export function loaderOn(connection: Connection): (requests: readonly LoadRequest[]) => ThreadAnswer<null>[] {
  const tenants = new Map<string, number>()
  const tenantOf = (name: string): number => {
    const known = tenants.get(name)
    if (known !== undefined) return known
    const tenant = Number((connection.get(findTenant, name) ?? connection.get(addTenant, name, newNameKey()))?.[0])
    tenants.set(name, tenant)
    return tenant
  }
  const apply = (request: LoadRequest): null => {
    if ('end' in request) {
      // Rows come by as they are, in no order: what is summed up of them is known in the end.
      if (connection.inTransaction()) for (const tenant of tenants.values()) sumAnew(connection, tenant)
      if (connection.inTransaction()) connection.run('COMMIT')
      return null
    }
    if (!connection.inTransaction()) begin(connection)
    const tenant = tenantOf(request.tenant)
    if (!request.isOfErasure && connection.get(findGoneTenant, tenant)) throw goneTenant(request.tenant)
    write(connection, tenant, request)
    return null
  }
  let isSpoiled = false
  return (requests) =>
    requests.map((request) => {
      try {
        if (isSpoiled) throw new Error('What came before could not be written.')
        return { value: apply(request) }
      } catch (error) {
        isSpoiled = true
        if (connection.inTransaction()) connection.run('ROLLBACK')
        return { failure: failureOf(error, 'end' in request) }
      }
    })
}

function sumAnew(connection: Connection, tenant: number): void {
  shortenForkLines(connection, tenant)
  markHolders(connection, tenant)
  markCorrected(connection, tenant)
  buildRollups(connection, tenant)
  unfoldAll(connection, tenant)
  sumConversations(connection, tenant)
  raiseEpoch(connection, tenant)
}

/** What a row names may come after it; at the end all of it must be there. */
function begin(connection: Connection): void {
  connection.run('BEGIN IMMEDIATE')
  connection.run('PRAGMA defer_foreign_keys = ON')
}

function write(connection: Connection, tenant: number, rows: Rows): void {
  if ('records' in rows) {
    const refused = writeRecords(connection, tenant, rows.records)
    if (refused !== null) throw new Error(`It is there already: ${JSON.stringify(refused)}.`)
    return
  }
  for (const row of rows.rows)
    if (writeRow(connection, rows.sql, tenant, ...row) !== 1) throw new Error(`It is there already: ${String(row[0])}.`)
}
