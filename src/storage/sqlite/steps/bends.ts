import type { TreeNode } from '../../../domain/model.ts'
import { withBends, type Above } from '../../bends.ts'
import { observationRow } from '../../rows/rows.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { idValue } from '../connection/values.ts'
import { observationOfColumns } from './plainRows.ts'

const segments = "SELECT tenant, id FROM segments ORDER BY tenant, CAST(body ->> 'level' AS INTEGER), id"
/** As they were in this version. */
const columns =
  'id, kind, conversation_id, message_id, external_id, role, observed_at, ingested_at, copy_of, content_hash, ' +
  'parent_id, segment_id, depth, turn, entry, path_hash, body'
const byId = `SELECT ${columns} FROM observations WHERE tenant = ?1 AND id = ${idValue('?2')}`
const nodes = `
  SELECT ${columns} FROM observations WHERE tenant = ?1 AND segment_id = ?2 AND depth > ?3 ORDER BY depth LIMIT 500`
const rewrite = `UPDATE observations SET body = ?3 WHERE tenant = ?1 AND id = ${idValue('?2')}`

/** Adds to every node the bends of its path, ancestors first. */
export function addBends(connection: Connection): void {
  for (const [tenant = null, segmentId = null] of connection.all(segments))
    addInSegment(connection, [tenant, segmentId])
}

function addInSegment(connection: Connection, [tenant = null, segmentId = null]: SqlRow): void {
  let above: Above | null = null
  for (let depth = -1; ;) {
    const page = connection.all(nodes, tenant, segmentId, depth).map((row) => observationOfColumns(row) as TreeNode)
    const last = page.at(-1)
    if (!page[0] || !last) return
    const { changed, last: next } = withBends(page, above ?? aboveFirst(connection, tenant, page[0]))
    for (const node of changed) connection.run(rewrite, tenant, node.id, observationRow(node).body)
    above = next
    depth = last.place.depth
  }
}

function aboveFirst(connection: Connection, tenant: SqlRow[number], { place }: TreeNode): Above {
  const node = (id: string | null) => {
    const row = id === null ? null : connection.get(byId, tenant, id)
    return row === null ? null : (observationOfColumns(row) as TreeNode)
  }
  const parent = node(place.parentId)
  return { node: parent, bend: node(parent?.place.bendId ?? null) }
}
