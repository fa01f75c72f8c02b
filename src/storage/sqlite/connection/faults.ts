import type { StoreFault } from '../../graphStore.ts'
import { connect, type Connection } from './connection.ts'
import { migrate } from '../migrations.ts'
import { differingConversations } from '../rollups/conversationSums.ts'
import { differingDays, summedDays } from '../rollups/daySql.ts'
import { summedRollups } from '../rollups/sql.ts'
import { summedEpochs } from '../reading/observationCache/epochs.ts'
import { summedRegistry } from '../registry/tables.ts'
import { checksummedColumns } from '../writing/checksummedColumns.ts'
import { summedStateRecords } from '../records/stateRecord.ts'

/** The columns of every table that has checksums, in their order. */
export const checkedColumns = {
  ...checksummedColumns,
  ...summedRollups,
  ...summedDays,
  ...summedRegistry,
  ...summedStateRecords,
  ...summedEpochs,
}

/** Faults that are named one by one of each kind. */
const displayLimit = 100

/**
 * Looks through a whole file: its pages and indexes, its schema, what its keys refer to, and the checksum of every row. So a
 * changed byte is found wherever it changes what the file holds.
 */
export function faultsOf(connection: Connection): StoreFault[] {
  return [
    ...guarded(connection, damagedPages),
    ...guarded(connection, changedSchema),
    ...guarded(connection, loose),
    ...guarded(connection, otherDays),
    ...guarded(connection, otherConversations),
    ...Object.entries(checkedColumns).flatMap(([table, columns]) => guarded(connection, changedRows(table, columns))),
  ]
}

/** What cannot be read at all is a fault too. */
function guarded(connection: Connection, look: (connection: Connection) => StoreFault[]): StoreFault[] {
  const within = connection.inTransaction()
  try {
    return look(connection)
  } catch (error) {
    // Some errors end the transaction that our caller began.
    if (within && !connection.inTransaction()) connection.run('BEGIN')
    const message = error instanceof Error ? error.message : String(error)
    return [fault('STORE_UNREADABLE', `The file cannot be read: ${message}.`, {})]
  }
}

const fault = (code: StoreFault['code'], message: string, details: StoreFault['details']): StoreFault => ({
  code,
  message,
  details,
})

function damagedPages(connection: Connection): StoreFault[] {
  const results = connection.all(`PRAGMA integrity_check(${displayLimit})`).map(([line]) => String(line))
  return results.filter((line) => line !== 'ok').map((line) => fault('PAGES_DAMAGED', `In the file: ${line}.`, {}))
}

function changedSchema(connection: Connection): StoreFault[] {
  const known = newest()
  const results = schemaOf(connection)
  const names = [...new Set([...known.keys(), ...results.keys()])]
  return names
    .filter((name) => known.get(name) !== results.get(name))
    .map((name) => fault('SCHEMA_DIFFERS', `In the schema, "${name}" is not what it must be.`, { name }))
}

/** What SQLite notes of its own, for its planner, is none of ours. */
const schemaRows = `SELECT type || ' ' || name, tbl_name || ': ' || coalesce(sql, '') FROM sqlite_schema
  WHERE name NOT LIKE 'sqlite_stat%'`

function schemaOf(connection: Connection): Map<string, string> {
  return new Map(connection.all(schemaRows).map(([name, text]) => [String(name), String(text).replaceAll(/\s+/g, ' ')]))
}

function newest(): Map<string, string> {
  const connection = connect(':memory:', 'writer')
  try {
    migrate(connection, ':memory:')
    return schemaOf(connection)
  } finally {
    connection.close()
  }
}

function loose(connection: Connection): StoreFault[] {
  const results = connection.all('SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2')
  return results.map(([table, parent, rows]) => {
    const message = `${String(rows)} of the rows of ${String(table)} name one of ${String(parent)} that is missing.`
    return fault('ROW_LOOSE', message, { table: String(table), parent: String(parent), rows: Number(rows) })
  })
}

function otherDays(connection: Connection): StoreFault[] {
  const results = differingDays.flatMap((sql) => connection.all(sql, displayLimit))
  return [...new Set(results.map(([, day]) => String(day)))].map((day) => {
    const message = `The sums of ${day} over all conversations are not those of its conversations.`
    return fault('SUMS_DIFFER', message, { day })
  })
}

function otherConversations(connection: Connection): StoreFault[] {
  return connection.all(differingConversations, displayLimit).map(([, experiment, deleted, cwd, forkLevel]) => {
    const message = 'The sums of conversations and of their shapes are not those of what is stored.'
    const details = { experiment: experiment === 1, deleted: deleted === 1, forkLevel: Number(forkLevel) }
    return fault('SUMS_DIFFER', message, { ...details, cwd: cwd === '' ? null : String(cwd) })
  })
}

const changedRows =
  (table: string, columns: string) =>
  (connection: Connection): StoreFault[] => {
    const keys = columns.split(', ').slice(1, 3)
    const results = connection.all(
      `SELECT ${keys.join(', ')} FROM ${table} WHERE sum IS NOT row_sum(${columns}) LIMIT ${displayLimit + 1}`,
    )
    const faults = results.slice(0, displayLimit).map((row) => {
      const key = Object.fromEntries(keys.map((name, k) => [name, row[k] == null ? null : String(row[k])]))
      const named = Object.values(key).join(' ')
      return fault('ROW_DAMAGED', `A row of ${table} is not what was written: ${named}.`, { table, ...key })
    })
    const more = results.length > displayLimit ? [fault('ROW_DAMAGED', `More rows of ${table} are so.`, { table })] : []
    return [...faults, ...more]
  }
