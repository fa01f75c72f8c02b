import type { Connection } from '../connection/connection.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { summedColumns } from './rowSums.ts'

const columns = (summedColumns['conversations'] ?? '').split(', ')
const holders = `SELECT o.tenant, o.conversation_id FROM observations o
  JOIN messages m ON m.tenant = o.tenant AND m.id = o.message_id
  WHERE o.copy_of IS NOT NULL AND m.conversation_id <> o.conversation_id AND (?1 IS NULL OR o.tenant = ?1)`
const mark = `UPDATE conversations SET ${setSummed(columns, { body: `json_set(body, '$.showsOthers', json('true'))` })}
  WHERE body ->> 'showsOthers' IS NULL AND (tenant, id) IN (${holders})`

/** Marks the conversations of a tenant that hold copies of others' messages; null: of all tenants. */
export function markHolders(connection: Connection, tenant: number | null): void {
  connection.run(mark, tenant)
}

/** Marks those that were stored before that was kept. */
export const showsOthers = (connection: Connection): void => markHolders(connection, null)
