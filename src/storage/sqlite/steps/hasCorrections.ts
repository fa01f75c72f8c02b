import type { Connection } from '../connection/connection.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { summedColumns } from './rowSums.ts'

const columns = (summedColumns['conversations'] ?? '').split(', ')
const corrected = `SELECT m.tenant, m.conversation_id FROM messages m
  WHERE json_type(m.body, '$.overlay.fields.content') IS NOT NULL AND (?1 IS NULL OR m.tenant = ?1)`
const body = `json_set(body, '$.hasCorrections', json('true'))`
const mark = `UPDATE conversations SET ${setSummed(columns, { body })}
  WHERE body ->> 'hasCorrections' IS NULL AND (tenant, id) IN (${corrected})`

/** Marks the conversations of a tenant with messages whose content was corrected; null: of all tenants. */
export function markCorrected(connection: Connection, tenant: number | null): void {
  connection.run(mark, tenant)
}

/** Marks those that were stored before that was kept. */
export const hasCorrections = (connection: Connection): void => markCorrected(connection, null)
