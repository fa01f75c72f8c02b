import { isNamed, mostForks, titleOfFork, type ForkTitleRequest, type UserTurn } from '../../forkTitles.ts'
import { conversationOfText, conversationText } from '../../rows/rows.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { idValue, titleColumn } from '../connection/values.ts'
import { messageOfColumns, observationOfColumns } from '../rollups/plainRows.ts'
import { checksummedColumns } from '../writing/checksummedColumns.ts'
import { setSummed } from '../writing/rowChecksum.ts'

const columns = (checksummedColumns['conversations'] ?? '').split(', ')
const named = [
  'id',
  'kind',
  'conversation_id',
  'message_id',
  'external_id',
  'role',
  'observed_at',
  'ingested_at',
  'copy_of',
]
const placed = ['content_hash', 'parent_id', 'segment_id', 'depth', 'turn', 'entry', 'path_hash', 'body']
const turn = [
  ...[...named, ...placed].map((name) => `o.${name}`),
  'm.id',
  'm.conversation_id',
  'm.created_at',
  'm.body',
]
const messageAt = named.length + placed.length

const nextForks = `SELECT tenant, id, forked_from, body FROM conversations
  WHERE (tenant, id) > (?1, ?2) AND forked_from IS NOT NULL ORDER BY tenant, id LIMIT 500`
const oneConversation = 'SELECT tenant, id, forked_from, body FROM conversations WHERE tenant = ?1 AND id = ?2'
/** What a conversation recorded itself stands behind all that it inherited. */
const ownTurns = `WITH RECURSIVE path(id) AS (
    SELECT head_id FROM conversations WHERE tenant = ?1 AND id = ?2
    UNION ALL SELECT o.parent_id FROM path p CROSS JOIN observations o
      WHERE o.tenant = ?1 AND o.id = p.id AND o.conversation_id = ?2 AND o.parent_id IS NOT NULL)
  SELECT ${turn.join(', ')} FROM path p CROSS JOIN observations o
  LEFT JOIN messages m ON m.tenant = o.tenant AND m.id = o.message_id
  WHERE o.tenant = ?1 AND o.id = ${idValue('p.id')} AND o.conversation_id = ?2 AND o.kind = 'TURN' AND o.role = 'USER'
  ORDER BY o.depth LIMIT 200`
const setTitle = `UPDATE conversations SET ${setSummed(columns, { title_key: '?3', body: '?4' })}
  WHERE tenant = ?1 AND id = ?2`

type Value = SqlRow[number]

/** Calls the forks that are there by today's rule: what was asked in them, else what they came from. */
export function forkTitles(connection: Connection): void {
  for (let rows = connection.all(nextForks, -1, ''); rows.length > 0;) {
    for (const row of rows) rename(connection, row)
    const last = rows.at(-1) as SqlRow
    rows = connection.all(nextForks, last[0] ?? null, last[1] ?? null)
  }
}

function rename(connection: Connection, row: SqlRow): void {
  const [tenant = null, id = null, , body] = row
  const conversation = conversationOfText(String(body))
  const derivedTitle = titleOfFork(lineOf(connection, row))
  if (derivedTitle === conversation.derivedTitle) return
  const after = { ...conversation, derivedTitle }
  connection.run(setTitle, tenant, id, titleColumn(after), conversationText(after))
}

/** A fork and what it came from, up to what has a name. */
function lineOf(connection: Connection, fork: SqlRow): [ForkTitleRequest, ...ForkTitleRequest[]] {
  const line: [ForkTitleRequest, ...ForkTitleRequest[]] = [requestsIn(connection, fork)]
  for (let [row, left] = [fork, mostForks]; left > 0; left--) {
    const [tenant = null, , source = null] = row
    const conversationRow = source === null ? null : connection.get(oneConversation, tenant, source)
    if (!conversationRow) break
    const request = requestsIn(connection, conversationRow)
    line.push(request)
    if (isNamed(request)) break
    row = conversationRow
  }
  return line
}

function requestsIn(connection: Connection, [tenant = null, id = null, source = null, body]: SqlRow): ForkTitleRequest {
  const { title, derivedTitle, deletedAt } = conversationOfText(String(body))
  const turns = source === null ? [] : turnsOf(connection, tenant, id)
  return { conversation: { id: String(id), title, derivedTitle, deletedAt }, isFork: source !== null, turns }
}

function turnsOf(connection: Connection, tenant: Value, id: Value): UserTurn[] {
  return connection.all(ownTurns, tenant, id).map((row) => {
    const of = row.slice(messageAt)
    return { observation: observationOfColumns(row), message: of[0] === null ? null : messageOfColumns(of) }
  })
}
