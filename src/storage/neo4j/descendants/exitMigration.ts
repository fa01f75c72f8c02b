import type { Segment, Tenant } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { ADD_EXITS } from './cypher.ts'
import { exitRows } from './exits.ts'

const writeTime = 60_000

const SEGMENTS_OF_TENANT = `MATCH (s:Segment)
USING INDEX SEEK s:Segment(tenant, id)
WHERE s.tenant = $q.tenant AND s.id > $q.after
RETURN s.id AS id, s.body AS body ORDER BY s.tenant, s.id LIMIT 1000`
const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant'

/** Draws them in a database that was made without. Done twice it changes nothing more. */
export async function addExits(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS)) await drawExits(connection, record.get('tenant') as Tenant)
}

async function drawExits(connection: Connection, tenant: Tenant): Promise<void> {
  for (let after = ''; ;) {
    const records = await connection.read(SEGMENTS_OF_TENANT, { tenant, after })
    const segments = records.map((record) => {
      const { exit } = JSON.parse(record.get('body') as string) as Pick<Segment, 'exit'>
      return { id: record.get('id') as string, exit }
    })
    const rows = exitRows(segments)
    if (rows.length > 0) await connection.write(ADD_EXITS, { tenant, rows }, writeTime)
    const last = segments.at(-1)
    if (!last) return
    after = last.id
  }
}
