import type { Connection } from '../connection/connection.ts'
import { buildRollups } from '../rollups/build.ts'
import { createRollups } from '../rollups/sql.ts'

/** Makes the tables of sums, and the sums of what was stored before there were any. */
export function addRollups(connection: Connection): void {
  connection.exec(createRollups)
  buildRollups(connection, null)
}
