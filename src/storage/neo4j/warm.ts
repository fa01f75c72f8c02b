import type { Connection } from './connection.ts'
import { CONVERSATIONS, FRONTIERS, MESSAGES, OBSERVATIONS, RANGES, SEGMENTS } from './cypherRead.ts'
import { WRITE } from './cypherWrite.ts'

/**
 * Has the statements of the hot paths planned: the first plan of one takes up to a second, which would be the first
 * caller's. With nothing asked, they read and write nothing.
 */
export async function warm(connection: Connection): Promise<void> {
  const byId = [CONVERSATIONS, FRONTIERS, MESSAGES, OBSERVATIONS, SEGMENTS]
  await Promise.all([
    connection.write(WRITE, { rows: [] }, 60_000),
    ...byId.map((statement) => connection.read(statement, { tenant: '', ids: [] })),
    ...Object.values(RANGES).map((statement) => connection.read(statement, { tenant: '', ranges: [] })),
  ])
}
