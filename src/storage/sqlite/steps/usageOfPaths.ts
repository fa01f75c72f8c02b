import { withPathUsage } from '../../usageOfPaths.ts'
import type { Connection } from '../connection/connection.ts'

const nextNodes = `SELECT o.rowid, o.body, p.body, o.copy_of IS NOT NULL FROM observations o
LEFT JOIN observations p ON p.tenant = o.tenant AND p.id = o.parent_id
WHERE o.rowid > ? AND o.segment_id IS NOT NULL ORDER BY o.rowid LIMIT 1`
const setBody = 'UPDATE observations SET body = ? WHERE rowid = ?'

/** Keeps the sums of usage with each node. A parent's row is always older than its children's: a key says so. */
export function usageOfPaths(connection: Connection): void {
  for (let row = connection.get(nextNodes, 0); row !== null; row = connection.get(nextNodes, Number(row[0]))) {
    const [rowid, body, parentBody, isCopy] = row
    const next = withPathUsage(
      String(body),
      parentBody === null ? null : String(parentBody),
      isCopy === 1 ? 'copy' : null,
    )
    if (next !== null) connection.run(setBody, next, rowid ?? null)
  }
}
