import type { RollupQuery } from '../../usageRollups.ts'
import { isOfDays, worthFolding } from '../../usageRollups.ts'
import type { Connection } from '../connection/connection.ts'
import { countUnfolded, dayStatements, foldStatements, forgetDays, noteAllDays } from './daySql.ts'

/** Notes that sums of a day change: it is folded no longer. */
export function unfoldDay(connection: Connection, tenant: number, day: string): void {
  const row = connection.get(dayStatements.isFolded, tenant, day)
  if (row === null) connection.run(dayStatements.note, tenant, day)
  else if (row[0] === 1) connection.run(dayStatements.unfold, tenant, day)
}

/** Forgets what is folded of a tenant: every day is to be folded again. */
export function unfoldAll(connection: Connection, tenant: number): void {
  for (const statement of forgetDays) connection.run(statement, tenant)
  connection.run(noteAllDays, tenant)
}

/** Adds up the rows of all conversations on these days. */
export function foldDays(connection: Connection, tenant: number, days: readonly string[]): void {
  for (const day of days) {
    for (const statement of foldStatements) connection.run(statement, tenant, day)
    connection.run(dayStatements.markFolded, tenant, day)
  }
}

/** Returns the days that are to be folded. */
export function unfoldedDays(connection: Connection, tenant: number): string[] {
  return connection.all(dayStatements.unfolded, tenant, '', '~').map(([day]) => String(day))
}

/** Says whether a query reads folded days, and whether it reads so many rows of others that folding them is worth it. */
export function foldedFor(connection: Connection, tenant: number, query: RollupQuery) {
  if (!isOfDays(query)) return { anyFolded: false, isWorth: false }
  const { kind, from, to } = query
  const rows = Number(connection.get(countUnfolded(kind), tenant, from, to, worthFolding)?.[0])
  return {
    anyFolded: connection.get(dayStatements.anyFolded, tenant, from, to) !== null,
    isWorth: rows >= worthFolding,
  }
}
