import { isCorrected } from '../../../domain/messages/messageSnapshot.ts'
import type { Tenant } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { messageFrom } from '../properties/rows.ts'
import { MESSAGE } from '../reading/cypherRead.ts'
import { markAll, searchTime, TENANTS } from './showsOthers.ts'

const CORRECTED = `MATCH (m:Message) USING INDEX SEEK m:Message(tenant, id)
WHERE m.tenant = $q.tenant AND m.id > '' AND m.body CONTAINS '"overlay":'
RETURN ${MESSAGE} AS found`

/** Marks the conversations of a tenant with messages whose content was corrected. Done twice it changes nothing more. */
export async function markCorrected(connection: Connection, tenant: Tenant): Promise<void> {
  const found = await connection.write(CORRECTED, { tenant }, searchTime)
  const messages = found.map((record) => messageFrom(record.get('found'))).filter(isCorrected)
  await markAll(connection, tenant, 'hasCorrections', [...new Set(messages.map((one) => one.conversationId))])
}

/** Marks those that were stored before that was kept. */
export async function hasCorrections(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS)) await markCorrected(connection, record.get('tenant') as Tenant)
}
