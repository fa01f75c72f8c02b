import type { Connection } from '../connection/connection.ts'
import { createDays } from '../rollups/daySql.ts'
import { unfoldAll } from '../rollups/days.ts'

/** Makes the tables of sums by day over all conversations, and notes the days of what was stored before. */
export function sumsOfDays(connection: Connection): void {
  connection.exec(createDays)
  unfoldAll(connection, null)
}
