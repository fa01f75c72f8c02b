import { withPathPrompts } from '../../promptsOfPaths.ts'
import type { Connection } from '../connection/connection.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { observationOfColumns } from './plainRows.ts'
import { summedColumns } from './rowSums.ts'

const columns = (summedColumns['observations'] ?? '').split(', ')
const own = columns.filter((name) => name !== 'tenant').map((name) => `o.${name}`)
const nextNodes = `SELECT ${own.join(', ')}, o.rowid, p.body FROM observations o
LEFT JOIN observations p ON p.tenant = o.tenant AND p.id = o.parent_id
WHERE o.rowid > ? AND o.segment_id IS NOT NULL ORDER BY o.rowid LIMIT 1`
const [rowidAt, bodyAt] = [own.length, own.indexOf('o.body')]
const setBody = `UPDATE observations SET ${setSummed(columns, { body: '?1' })} WHERE rowid = ?2`

/** Keeps with each node what the prompts of its path come to. A parent's row is always older than its children's: a key says so. */
export function promptsOfPaths(connection: Connection): void {
  for (let row = connection.get(nextNodes, 0); row !== null; row = connection.get(nextNodes, Number(row[rowidAt]))) {
    const [rowid = null, parentBody] = row.slice(rowidAt)
    const parent = parentBody == null ? null : String(parentBody)
    const next = withPathPrompts(String(row[bodyAt]), parent, observationOfColumns(row))
    if (next !== null) connection.run(setBody, next, rowid)
  }
}
