import type { Connection } from '../connection/connection.ts'
import { buildRollups } from '../rollups/build.ts'

const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant'

/** Makes sums anew, which know then which answers state their cost, and the tokens of the others. Done twice it changes nothing more. */
export async function pricedAnswers(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS)) await buildRollups(connection, record.get('tenant') as string)
}
