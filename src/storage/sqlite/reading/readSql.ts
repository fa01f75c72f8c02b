/** The statements of the reads other than lists. `?1` is the tenant throughout. Rows as in jsonRow.ts. */
import { packed, packedOf } from './jsonRow.ts'
import { tables } from '../schema.ts'
import { boundValue, idValue, instantValue, packedValue } from '../connection/values.ts'
import { findKey } from '../writing/keySql.ts'
import { own } from '../../../runtime/own.ts'
import { wholeLine } from '../writing/forkLines.ts'
import { shelf } from '../conversationTables.ts'

const conversation = packed('conversation')
/** Of a fork where it begins and what it is called, without the rest of its body. */
const forkPoint = `json_array(id, ${packedValue('created_at')}, ${packedValue('fork_point')}, json_extract(body, '$.derived[0]'))`
const observation = packed('observation')
const message = packed('message')
const segment = packed('segment')
const event = packed('event', (column) => own<string>(wholeLine, column) ?? column)

/** What an event of no conversation has for the columns of others. */
const columnsOfLoose: Readonly<Record<string, string>> = {
  conversation_id: 'NULL',
  seq: 'NULL',
  moves_head: '0',
  head_from: 'NULL',
  head_to: 'NULL',
}
const looseEvent = packed('event', (column) => own(columnsOfLoose, column) ?? column)

/** A statement of each table of records. */
const ofEachTable = (statement: 'byKey' | 'count') =>
  Object.fromEntries(Object.entries(tables).map(([kind, table]) => [kind, table[statement]])) as Record<
    keyof typeof tables,
    string
  >

/** Everything that is found by an id or name (`?2`), or by the key of its table. */
export const byId = {
  conversations: `SELECT ${conversation} FROM conversations WHERE tenant = ?1 AND id = ?2`,
  messages: `SELECT ${message} FROM messages WHERE tenant = ?1 AND id = ?2`,
  observations: `SELECT ${observation} FROM observations WHERE tenant = ?1 AND id = ${idValue('?2')}`,
  segments: `SELECT ${segment} FROM segments WHERE tenant = ?1 AND id = ?2`,
  events: `
    SELECT ${event} FROM events WHERE tenant = ?1 AND id = ${idValue('?2')}
    UNION ALL
    SELECT ${looseEvent} FROM loose_events WHERE tenant = ?1 AND id = ?2`,
  keys: findKey,
  importMarks: 'SELECT name, value FROM import_marks WHERE tenant = ?1 AND name = ?2',
  ...ofEachTable('byKey'),
  /** A conversation, its head and that one's segment, in a row. */
  frontiers: `
    SELECT ${packedOf('c', 'conversation')}, ${packedOf('o', 'observation')}, ${packedOf('s', 'segment')}
    FROM conversations c
    LEFT JOIN observations o ON o.tenant = c.tenant AND o.id = c.head_id
    LEFT JOIN segments s ON s.tenant = c.tenant AND s.id = o.segment_id
    WHERE c.tenant = ?1 AND c.id = ?2`,
}
export type Kind = keyof typeof byId

export const externals = {
  one: `
  SELECT ${observation} FROM observations WHERE tenant = ?1 AND external_id = ?2 ORDER BY ingested_at, id`,
  // The joins go as they are written, and so the rows come in the order of the list and of the index.
  many: `
  SELECT asked.key, ${packedOf('o', 'observation')}
  FROM json_each(?2) asked CROSS JOIN observations o INDEXED BY observations_by_external
  WHERE o.tenant = ?1 AND o.external_id = asked.value ->> 0`,
}

export const junction = `
  SELECT conversation_id, parent_id, children, kind, way FROM junctions
  WHERE tenant = ?1 AND conversation_id = ?2 AND parent_id = ${idValue('?3')}`

/** A list of ranges and the nodes of each, in the order of both: see `externals`. */
export const nodesOfRanges = (axis: string): string => `
  json_each(?2) asked CROSS JOIN observations o INDEXED BY observations_by_${axis}`
export const inAskedRange = (axis: string): string =>
  `o.segment_id = asked.value ->> 0 AND o.${axis} BETWEEN asked.value ->> 1 AND asked.value ->> 2`

const range = (axis: string) => ({
  one: `
  SELECT ${observation} FROM observations
  WHERE tenant = ?1 AND segment_id = ?2 AND ${axis} BETWEEN ?3 AND ?4 ORDER BY ${axis}`,
  many: `
  SELECT asked.key, ${packedOf('o', 'observation')} FROM ${nodesOfRanges(axis)}
  WHERE o.tenant = ?1 AND ${inAskedRange(axis)}`,
})
export const ranges = { depth: range('depth'), turn: range('turn'), entry: range('entry') }

/** CROSS JOIN: else the planner may scan the conversations. */
export const lineage = `
  WITH RECURSIVE line (step, id) AS (
    SELECT 1, forked_from FROM conversations WHERE tenant = ?1 AND id = ?2 AND forked_from IS NOT NULL
    UNION ALL
    SELECT line.step + 1, c.forked_from FROM line CROSS JOIN conversations c
    WHERE c.tenant = ?1 AND c.id = line.id AND c.forked_from IS NOT NULL
  )
  SELECT ${packedOf('c', 'conversation')} FROM line CROSS JOIN conversations c
  WHERE c.tenant = ?1 AND c.id = line.id ORDER BY line.step`

export const rawSources = `
  SELECT source, line_count FROM raw_sources WHERE tenant = ?1 AND conversation_id = ?2 ORDER BY position`

export const rawChunks = `
  SELECT conversation_id, source, first_line, line_count, bytes FROM raw_chunks
  WHERE tenant = ?1 AND conversation_id = ?2 AND source = ?3
    AND first_line >= coalesce((
      SELECT max(first_line) FROM raw_chunks
      WHERE tenant = ?1 AND conversation_id = ?2 AND source = ?3 AND first_line <= ?4), 0)
    AND first_line + line_count > ?4
  ORDER BY first_line LIMIT ?5`

export const rowCounts = {
  conversations: 'SELECT count(*) FROM conversations',
  messages: 'SELECT count(*) FROM messages',
  observations: 'SELECT count(*) FROM observations',
  segments: 'SELECT count(*) FROM segments',
  junctions: 'SELECT count(*) FROM junctions',
  events: 'SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM loose_events)',
  keys: 'SELECT count(*) FROM idempotency_keys',
  rawChunks: 'SELECT count(*) FROM raw_chunks',
  importMarks: 'SELECT count(*) FROM import_marks',
  ...ofEachTable('count'),
}

/**
 * What a filter of conversations leaves, below the sort value and among one side of `deleted`. A filter that is not
 * given is null. Times are a range of the index; the rest is compared row by row.
 */
const titleKey = "coalesce(title_key, lower(coalesce(body ->> 'title', body ->> '$.derived[0]')))"
const filtered = (index: string, time: string) => `
  FROM conversations ${index}
  WHERE tenant = ?1 AND deleted = ?2 AND ${time}
    AND (?3 IS NULL OR origin IN (SELECT value FROM json_each(?3)))
    AND (?4 IS NULL OR cwd_key IN (SELECT value FROM json_each(?4)))
    AND (?5 IS NULL OR instr(${titleKey}, ?5) > 0)
    AND (?6 IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(?6) WHERE instr(metadata_key, value) = 0))
    AND (?10 = 0 OR forked_from IS NULL)
    AND (?11 = 0 OR sidechain_of IS NULL)
    AND (?12 IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(?12) WHERE instr(metadata_key, value) > 0))
    AND (?13 IS NULL OR ?13 = EXISTS (
      SELECT 1 FROM tool_sums s WHERE s.tenant = ?1 AND s.conversation_id = conversations.id AND s.errors > 0))`

const conversationSql = (index: string, source: string) => {
  const below = filtered(index, `activity_at >= ${instantValue('?7')} AND activity_at < ${boundValue('?8')} ${source}`)
  const tied = filtered(index, `activity_at = ${instantValue('?7')} AND id > ?8 ${source}`)
  return {
    below: `SELECT ${conversation} ${below} ORDER BY activity_at DESC, id LIMIT ?9`,
    tied: `SELECT ${conversation} ${tied} ORDER BY id LIMIT ?9`,
    count: `SELECT count(*) FROM (SELECT 1 ${below} LIMIT ?9)`,
  }
}
export const conversations = conversationSql('INDEXED BY conversations_by_shelf', `AND ${shelf} = ?14`)
/** The same, where few have the title: the table in its own order, and of a body that does not fit the pattern (`?15`) no title is made. */
const scanOf = conversationSql(
  'INDEXED BY sqlite_autoindex_conversations_1',
  `AND ${shelf} = ?14 AND (title_key IS NOT NULL OR body LIKE ?15)`,
)
export const scanned = { below: scanOf.below, count: scanOf.count }
/** The latest activity behind the first `?6` on a shelf: the index alone is read. */
export const activityBehind = `
  SELECT ${packedValue('activity_at')} FROM conversations INDEXED BY conversations_by_shelf
  WHERE tenant = ?1 AND deleted = ?2 AND ${shelf} = ?3
    AND activity_at >= ${instantValue('?4')} AND activity_at < ${boundValue('?5')}
  ORDER BY activity_at DESC, id LIMIT 1 OFFSET ?6`
/** How many there are on a shelf: the index alone is read. */
export const conversationsOnShelf = `
  SELECT count(*) FROM (
    SELECT 1 FROM conversations INDEXED BY conversations_by_shelf
    WHERE tenant = ?1 AND deleted = ?2 AND ${shelf} = ?3
      AND activity_at >= ${instantValue('?4')} AND activity_at < ${boundValue('?5')} LIMIT ?6)`
/** Among the forks of one conversation (`?14`): found by it, then sorted. */
export const forksOf = conversationSql('INDEXED BY conversations_by_source', 'AND forked_from = ?14')

/** `?2` and `?3` are the latest activity and the directory after which to begin. */
export const directories = `
  SELECT cwd_key, count(*), max(activity_at) AS latest FROM conversations
  WHERE tenant = ?1 AND deleted = 0 AND cwd_key IS NOT NULL GROUP BY cwd_key
  HAVING ?2 IS NULL OR latest < ${instantValue('?2')} OR (latest = ${instantValue('?2')} AND cwd_key > ?3)
  ORDER BY latest DESC, cwd_key LIMIT ?4`

export { conversation, event, forkPoint, looseEvent, message, observation, segment }
