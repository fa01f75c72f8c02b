import type { Message, Tenant } from '../../domain/model.ts'
import type { Connection } from '../../storage/sqlite/connection.ts'
import { candidateOf, stateOf } from '../candidate.ts'
import type { Candidate, FindRequest, Found, MessageState } from '../searchIndex.ts'
import type { Documents } from './documents.ts'
import { ftsExpression } from './expression.ts'

const matching =
  'SELECT rowid FROM documents WHERE documents MATCH ? AND rowid <= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?'
/** Messages that are more than one observation as it was stored; of JSON no text can look like these members. */
const unusualMessages = `
  SELECT m.id, m.body FROM json_each(?2) j
  CROSS JOIN messages m ON m.tenant = (SELECT tenant FROM tenants WHERE name = ?1) AND m.id = j.value
  WHERE instr(m.body, '"overlay":') OR instr(m.body, '"deleted":true')
    OR NOT (instr(m.body, '"observationCount":1,') OR instr(m.body, '"observationCount":1}'))`

const highest = Number.MAX_SAFE_INTEGER
const usual: MessageState = { deleted: false, correctedBy: null, count: 1 }

/** Returns what the index finds, read from the store and compared. */
export function find(
  index: Connection,
  { store, documents }: { readonly store: Connection; readonly documents: Documents },
  tenant: Tenant,
  { expression, query, from, after, limit }: FindRequest,
): Omit<Found, 'behind'> {
  const words = ftsExpression(expression)
  const candidates: Candidate[] = []
  let [below, hasMore] = [after === null ? highest : Number(after), words !== null]
  while (hasMore && candidates.length < limit) {
    const rows = index.all(matching, words, from === null ? highest : Number(from), below, limit)
    hasMore = rows.length === limit
    for (const [rowid] of rows) {
      below = Number(rowid)
      const document = documents.at(tenant, below)
      const candidate = document && candidateOf(query, document.fixed, document.tokens, null)
      if (candidate) candidates.push(candidate)
      if (candidates.length === limit) break
    }
  }
  return { candidates: withMessages(store, tenant, candidates), hasMore: hasMore || candidates.length === limit }
}

/** What a message is now changes, so it is looked up each time: in one statement, which gives the few that are not as usual. */
function withMessages(store: Connection, tenant: Tenant, candidates: readonly Candidate[]): Candidate[] {
  const ids = new Set(candidates.flatMap(({ messageId }) => messageId ?? []))
  const rows = ids.size === 0 ? [] : store.all(unusualMessages, tenant, JSON.stringify([...ids]))
  const states = new Map(rows.map(([id, body]) => [String(id), stateOf(JSON.parse(String(body)) as Message)]))
  return candidates.map((candidate) => {
    const { messageId } = candidate
    return { ...candidate, message: messageId === null ? null : (states.get(messageId) ?? usual) }
  })
}
