import { importStates, type ImportState } from '../../../domain/records/importMarks.ts'
import type { Block } from '../../../domain/model.ts'
import { conversationOfText, conversationText, type MessageBody } from '../../rows/rows.ts'
import { renamed, titleOfTurns, type UserTurn } from '../../titles.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { setSummed } from '../writing/rowChecksum.ts'
import { idValue } from '../connection/values.ts'
import { titleColumn } from '../titles/titleColumn.ts'
import { messageOfColumns, observationOfColumns } from './plainRows.ts'
import { summedColumns } from './rowSums.ts'

const columnsOf = (table: string) => (summedColumns[table] ?? '').split(', ')
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
const withMessage = `SELECT ${turn.join(', ')} FROM observations o
  LEFT JOIN messages m ON m.tenant = o.tenant AND m.id = o.message_id`

const nextConversations = `SELECT c.tenant, c.id, c.body, h.body ->> '$.place.firstUserId' FROM conversations c
  LEFT JOIN observations h ON h.tenant = c.tenant AND h.id = c.head_id
  WHERE (c.tenant, c.id) > (?1, ?2) ORDER BY c.tenant, c.id LIMIT 500`
const oneTurn = `${withMessage} WHERE o.tenant = ?1 AND o.id = ${idValue('?2')}`
const turnsOfPath = `WITH RECURSIVE path(id) AS (
    SELECT head_id FROM conversations WHERE tenant = ?1 AND id = ?2
    UNION ALL SELECT o.parent_id FROM path p CROSS JOIN observations o
      WHERE o.tenant = ?1 AND o.id = p.id AND o.parent_id IS NOT NULL)
  SELECT ${turn.join(', ')} FROM path p CROSS JOIN observations o
  LEFT JOIN messages m ON m.tenant = o.tenant AND m.id = o.message_id
  WHERE o.tenant = ?1 AND o.id = p.id AND o.kind = 'TURN' AND o.role = 'USER' AND o.depth >= ?3
  ORDER BY o.depth LIMIT 2000`
const message = 'SELECT body FROM messages WHERE tenant = ? AND id = ?'
const mark = 'SELECT value FROM import_marks WHERE tenant = ? AND name = ?'
const setTitles = `UPDATE conversations SET ${setSummed(columnsOf('conversations'), { title_key: '?3', body: '?4' })}
  WHERE tenant = ?1 AND id = ?2`
const setMark = `UPDATE import_marks SET ${setSummed(columnsOf('import_marks'), { value: '?3' })} WHERE tenant = ?1 AND name = ?2`

/** Calls the conversations that are there by today's rule: conversations are looked at, nodes only where one's first turn says too little. */
export function titles(connection: Connection): void {
  for (let rows = connection.all(nextConversations, -1, ''); rows.length > 0;) {
    for (const row of rows) rename(connection, row)
    const last = rows.at(-1) as SqlRow
    rows = connection.all(nextConversations, last[0] ?? null, last[1] ?? null)
  }
}

function rename(connection: Connection, [tenant = null, id = null, body, firstId = null]: SqlRow): void {
  const conversation = conversationOfText(String(body))
  const name = importStates.nameOf(String(id))
  const value = connection.get(mark, tenant, name)?.[0]
  const left = value == null ? null : (JSON.parse(String(value)) as ImportState)
  const calls = callsOf(connection, tenant, conversation.spawnedBy)
  const now = renamed(conversation, derivedTitle(connection, tenant, id, firstId), left, calls)
  if (now === null) return
  const { title, derivedTitle: derived } = now
  connection.run(
    setTitles,
    tenant,
    id,
    titleColumn(now),
    conversationText({ ...conversation, title, derivedTitle: derived }),
  )
  if (now.left) connection.run(setMark, tenant, name, JSON.stringify(now.left))
}

type Value = SqlRow[number]

function derivedTitle(connection: Connection, tenant: Value, id: Value, firstId: Value): string {
  const row = firstId === null ? null : connection.get(oneTurn, tenant, firstId)
  if (row === null) return titleOfTurns([]).title
  const first = turnOf(row)
  const { title, isFinal } = titleOfTurns([first])
  if (isFinal) return title
  return titleOfTurns(connection.all(turnsOfPath, tenant, id, first.observation.place?.depth ?? 0).map(turnOf)).title
}

function turnOf(row: SqlRow): UserTurn {
  const of = row.slice(messageAt)
  return { observation: observationOfColumns(row), message: of[0] === null ? null : messageOfColumns(of) }
}

function callsOf(connection: Connection, tenant: Value, spawnedBy: string | null): readonly Block[] {
  const body = spawnedBy === null ? undefined : connection.get(message, tenant, spawnedBy)?.[0]
  if (body == null) return []
  const { latestId } = JSON.parse(String(body)) as MessageBody
  const row = connection.get(oneTurn, tenant, latestId)
  return row === null ? [] : observationOfColumns(row).blocks
}
