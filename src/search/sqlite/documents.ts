import type { Block, Marker, Tenant } from '../../domain/model.ts'
import { comparable, type ComparableText } from '../../domain/search/searchMatch.ts'
import type { Connection, SqlRow } from '../../storage/sqlite/connection/connection.ts'
import { tokensOf, type Fixed } from '../candidate.ts'

/** What never changes of a document: it is read once, as long as there is room. */
export interface Document {
  readonly fixed: Fixed
  readonly text: ComparableText
}

/** The documents of a store by their rows. */
export interface Documents {
  /** Null where there is no such row, or it is another tenant's. */
  at(tenant: Tenant, rowid: number): Document | null
}

const documentAt = `
  SELECT o.id, o.kind, o.conversation_id, o.message_id, o.role, o.observed_at, o.ingested_at, o.copy_of, o.segment_id,
    o.depth, o.body
  FROM observations o WHERE o.rowid = ? AND o.tenant = (SELECT tenant FROM tenants WHERE name = ?)`

/** Parts of texts that are kept, twice: about 20 MB. People search the same conversation again, letter by letter. */
const mostParts = 100_000

/** Returns the documents of a store; what was read last is kept. Their number of parts measures how much that is. */
export function documentsOf(store: Connection): Documents {
  let [near, older, parts] = [new Map<string, Document>(), new Map<string, Document>(), 0]
  const keep = (key: string, document: Document): void => {
    near.set(key, document)
    parts += document.text.parts.length + 10
    if (parts < mostParts) return
    ;[older, near, parts] = [near, new Map<string, Document>(), 0]
  }
  return {
    at: (tenant, rowid) => {
      const key = `${rowid} ${tenant}`
      const known = near.get(key) ?? older.get(key)
      if (known) return known
      const row = store.get(documentAt, rowid, tenant)
      const document = row && documentOf(row, rowid)
      if (document) keep(key, document)
      return document
    },
  }
}

function documentOf(row: SqlRow, rowid: number): Document {
  const [id, kind, conversationId, messageId, role, observedAt, ingestedAt, copyOf, segmentId, depth, body] = row
  const { blocks, marker } = JSON.parse(String(body)) as { blocks: readonly Block[]; marker?: Marker }
  const columns = { id, kind, conversationId, messageId, role, observedAt, ingestedAt, copyOf, segmentId, depth }
  const fixed = { position: String(rowid), ...columns } as unknown as Fixed
  return { fixed, text: comparable(tokensOf({ blocks, marker: marker ?? null })) }
}
