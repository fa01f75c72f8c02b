import type { Message, Tenant } from '../../domain/model.ts'
import type { Connection } from '../../storage/sqlite/connection/connection.ts'
import { scoreOf } from '../../domain/search/searchMatch.ts'
import { stateOf, type Fixed } from '../candidate.ts'
import type { Candidate, FindRequest, IndexHits, MessageState } from '../searchIndex.ts'
import { wordsBeginning } from './beginnings.ts'
import type { Documents } from './documents.ts'
import { ftsExpression } from './expression.ts'

/** As one text: a thousand rows of one number each would take longer to hand over than to find. */
const matching = `SELECT json_group_array(rowid) FROM (
  SELECT rowid FROM documents WHERE documents MATCH ? AND rowid <= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)`
/** Messages that are more than one observation as it was stored; of JSON no text can look like these members. The count 1 goes without saying. */
const unusualMessages = `
  SELECT m.id, m.body FROM json_each(?2) j
  CROSS JOIN messages m ON m.tenant = (SELECT tenant FROM tenants WHERE name = ?1) AND m.id = j.value
  WHERE instr(m.body, '"overlay":') OR instr(m.body, '"deleted":true')
    OR (instr(m.body, '"observationCount":')
      AND NOT (instr(m.body, '"observationCount":1,') OR instr(m.body, '"observationCount":1}')))`

const highest = Number.MAX_SAFE_INTEGER
const usual: MessageState = { deleted: false, correctedBy: null, count: 1 }

/** Returns what the index finds, read from the store and compared. */
export function find(
  index: Connection,
  { store, documents }: { readonly store: Connection; readonly documents: Documents },
  tenant: Tenant,
  { expression, query, from, after, limit }: FindRequest,
): Omit<IndexHits, 'behind'> {
  const words = ftsExpression(expression, (beginning) => wordsBeginning(index, beginning))
  const results: Answering[] = []
  let [below, hasMore] = [after === null ? highest : Number(after), words !== null]
  while (hasMore && results.length < limit) {
    const rows = matchingRows(index, words, from === null ? highest : Number(from), below, limit)
    hasMore = rows.length === limit
    for (const rowid of rows) {
      below = rowid
      const document = documents.at(tenant, rowid)
      const score = document && scoreOf(query, document.text)
      if (document && score !== null) results.push({ fixed: document.fixed, score })
      if (results.length === limit) break
    }
  }
  return { candidates: withMessages(store, tenant, results), hasMore: hasMore || results.length === limit }
}

/** A document that answers. */
interface Answering {
  readonly fixed: Fixed
  readonly score: number
}

/** The newest first. */
function matchingRows(index: Connection, words: string | null, from: number, below: number, limit: number): number[] {
  const row = index.get(matching, words, from, below, limit)
  return (JSON.parse(String(row?.[0] ?? '[]')) as number[]).sort((a, b) => b - a)
}

/** What a message is now changes, so it is looked up each time: in one statement, which gives the few that are not as usual. */
function withMessages(store: Connection, tenant: Tenant, results: readonly Answering[]): Candidate[] {
  const ids = new Set(results.flatMap(({ fixed }) => fixed.messageId ?? []))
  const rows = ids.size === 0 ? [] : store.all(unusualMessages, tenant, JSON.stringify([...ids]))
  const states = new Map(rows.map(([id, body]) => [String(id), stateOf(JSON.parse(String(body)) as Message)]))
  return results.map(({ fixed, score }) => {
    const { messageId } = fixed
    return { ...fixed, score, message: messageId === null ? null : (states.get(messageId) ?? usual) }
  })
}
