import type { Block, Marker, Message, Tenant } from '../../domain/model.ts'
import type { Connection, SqlRow } from '../../storage/sqlite/connection.ts'
import { candidateOf, stateOf, type ReadObservation } from '../candidate.ts'
import type { Candidate, FindRequest, Found } from '../searchIndex.ts'
import { ftsExpression } from './expression.ts'

const documents =
  'SELECT rowid FROM documents WHERE documents MATCH ? AND rowid <= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?'
const documentAt = `
  SELECT o.id, o.kind, o.conversation_id, o.message_id, o.role, o.observed_at, o.ingested_at, o.copy_of, o.segment_id,
    o.depth, o.body, m.body
  FROM observations o LEFT JOIN messages m ON m.tenant = o.tenant AND m.id = o.message_id
  WHERE o.rowid = ? AND o.tenant = (SELECT tenant FROM tenants WHERE name = ?)`

const nothing = { candidates: [], hasMore: false } as const
const highest = Number.MAX_SAFE_INTEGER

/** Returns what the index finds, read from the store and compared. */
export function find(
  index: Connection,
  store: Connection,
  tenant: Tenant,
  { expression, query, from, after, limit }: FindRequest,
): Omit<Found, 'behind'> {
  const words = ftsExpression(expression)
  if (words === null) return nothing
  const candidates: Candidate[] = []
  let [below, hasMore] = [after === null ? highest : Number(after), true]
  while (hasMore && candidates.length < limit) {
    const rows = index.all(documents, words, from === null ? highest : Number(from), below, limit)
    hasMore = rows.length === limit
    for (const [rowid] of rows) {
      below = Number(rowid)
      const candidate = candidateAt(store, tenant, below, query)
      if (candidate) candidates.push(candidate)
      if (candidates.length === limit) break
    }
  }
  return { candidates, hasMore: hasMore || candidates.length === limit }
}

function candidateAt(store: Connection, tenant: Tenant, rowid: number, query: FindRequest['query']): Candidate | null {
  const row = store.get(documentAt, rowid, tenant)
  return row && candidateOf(query, { ...observationOf(row), position: String(rowid) }, messageOf(row))
}

function observationOf(row: SqlRow): Omit<ReadObservation, 'position'> {
  const { blocks, marker } = JSON.parse(String(row[10])) as { blocks: readonly Block[]; marker?: Marker }
  const [id, kind, conversationId, messageId, role, observedAt, ingestedAt, copyOf, segmentId, depth] = row
  const columns = { id, kind, conversationId, messageId, role, observedAt, ingestedAt, copyOf, segmentId, depth }
  return {
    ...(columns as unknown as Omit<ReadObservation, 'blocks' | 'marker' | 'position'>),
    blocks,
    marker: marker ?? null,
  }
}

function messageOf(row: SqlRow): Candidate['message'] {
  const body = row[11] ?? null
  return body === null ? null : stateOf(JSON.parse(String(body)) as Message)
}
