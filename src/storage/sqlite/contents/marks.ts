/** What is known of conversations that a load has put in: marks that a write would have set. */
import type { Connection } from '../connection/connection.ts'
import { checksummedColumns } from '../writing/checksummedColumns.ts'
import { setSummed } from '../writing/rowChecksum.ts'

const columns = (checksummedColumns['conversations'] ?? '').split(', ')
const holders = `SELECT o.tenant, o.conversation_id FROM observations o
  JOIN messages m ON m.tenant = o.tenant AND m.id = o.message_id
  WHERE o.copy_of IS NOT NULL AND m.conversation_id <> o.conversation_id AND o.tenant = ?1`
const corrected = `SELECT m.tenant, m.conversation_id FROM messages m
  WHERE json_type(m.body, '$.overlay.fields.content') IS NOT NULL AND m.tenant = ?1`

const markOf = (name: 'showsOthers' | 'hasCorrections', match: string): string =>
  `UPDATE conversations SET ${setSummed(columns, { body: `json_set(body, '$.${name}', json('true'))` })}
  WHERE body ->> '${name}' IS NULL AND (tenant, id) IN (${match})`
const markHolding = markOf('showsOthers', holders)
const markCorrections = markOf('hasCorrections', corrected)

/** Marks the conversations of a tenant that hold copies of others' messages. */
export function markHolders(connection: Connection, tenant: number): void {
  connection.run(markHolding, tenant)
}

/** Marks the conversations of a tenant with messages whose content was corrected. */
export function markCorrected(connection: Connection, tenant: number): void {
  connection.run(markCorrections, tenant)
}
