import type { Connection } from '../connection/connection.ts'
import { checksummedColumns } from '../writing/checksummedColumns.ts'
import { summedStateRecords } from '../records/stateRecord.ts'
import { createConversationSums, fillConversationSums } from '../rollups/conversationSums.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { leanRows } from './leanRows.ts'

/** The columns in which any text of 36 hexadecimal digits and dashes became bytes. */
const columnsOfIds: Readonly<Record<string, readonly string[]>> = {
  observations: ['id', 'copy_of', 'parent_id'],
  events: ['id', 'head_from', 'head_to'],
  conversations: ['fork_point', 'fork_event', 'head_id'],
  segments: ['tip_id'],
  junctions: ['parent_id'],
  state_records: ['observation_id'],
}
const summed = new Map(Object.entries({ ...checksummedColumns, ...summedStateRecords }))

/** A UUID makes 16 bytes. What made as many with its dashes elsewhere, or with capital letters, is found as the UUID that it is read as. */
const isOther = (column: string): string => `typeof(${column}) = 'blob' AND length(${column}) <> 16`
const anyOther = ['observations', 'events', 'state_records'].map((table) => {
  const [column = ''] = columnsOfIds[table] ?? []
  return `EXISTS (SELECT 1 FROM ${table} WHERE ${isOther(column)})`
})

/**
 * Makes text again of ids that are no UUIDs and were stored as bytes: no read by their id found them. They are rare: where there are none,
 * only indexes are read.
 */
export function exactIds(connection: Connection): void {
  // The texts that views contain are those of a new file.
  connection.exec(leanRows)
  if (connection.get(`SELECT ${anyOther.join(' OR ')}`)?.[0] !== 1) return
  connection.exec('PRAGMA defer_foreign_keys = ON')
  for (const [table, columns] of Object.entries(columnsOfIds))
    for (const column of columns) {
      const set = setSummed((summed.get(table) ?? '').split(', '), { [column]: `lower(hex(${column}))` })
      connection.exec(`UPDATE ${table} SET ${set} WHERE ${isOther(column)}`)
    }
  // A fork's point moved for them, away from the node that it names and back to it.
  connection.exec(createConversationSums)
  connection.exec(fillConversationSums)
}
