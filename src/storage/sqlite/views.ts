/**
 * Views for people who ask the file with SQL of their own (docs/analytics.md): ids, hashes and times as text, the text of
 * turns beside their counters. turngraph itself reads none of them, and SQLite keeps nothing for them.
 */
import { idValue } from './connection/values.ts'

const uuid = (hex: string) => [1, 9, 13, 17, 21].map((at, k) => `substr(${hex}, ${at}, ${[8, 4, 4, 4, 12][k]})`)

/** Returns the SQL of an id's or a hash's text: what is of our form lies as bytes. */
export const idText = (column: string): string => {
  const hex = `lower(hex(${column}))`
  return `CASE WHEN typeof(${column}) <> 'blob' THEN ${column}
    WHEN length(${column}) = 16 THEN ${uuid(hex).join(` || '-' || `)} ELSE ${hex} END`
}

/** Returns the SQL of a time's text, in UTC to the nanosecond. */
export const timeText = (column: string): string => {
  const digits = `hex(${column})`
  const part = (at: number, length: number) => `substr(${digits}, ${at}, ${length})`
  const [date, time] = [
    [part(1, 4), part(5, 2), part(7, 2)],
    [part(9, 2), part(11, 2), part(13, 2)],
  ]
  return `CASE WHEN typeof(${column}) <> 'blob' THEN ${column}
    ELSE ${date.join(` || '-' || `)} || 'T' || ${time.join(` || ':' || `)} || '.' || ${part(15, 9)} || 'Z' END`
}

export const textOfBlocks = (json: string, path: string): string =>
  `(SELECT group_concat(value ->> 'text', '') FROM json_each(${json}, '${path}') WHERE value ->> 'type' = 'text')`
export const blocksOf = (type: string, what: string): string =>
  `(SELECT ${what} FROM json_each(o.body, '$.blocks') WHERE value ->> 'type' = '${type}')`

export const tenant = 'JOIN tenants t ON t.tenant ='

export const readableViews = `
CREATE VIEW readable_conversations AS SELECT
  t.name AS tenant, c.id, coalesce(c.body ->> 'title', c.body ->> '$.derived[0]') AS title, c.origin,
  c.deleted, ${timeText('c.created_at')} AS created_at, ${timeText('c.activity_at')} AS activity_at,
  c.forked_from, ${idText('c.fork_point')} AS fork_point, c.sidechain_of, ${idText('c.head_id')} AS head_id
FROM conversations c ${tenant} c.tenant;

CREATE VIEW readable_turns AS SELECT
  t.name AS tenant, ${idText('o.id')} AS observation_id, o.conversation_id, o.message_id, o.role,
  ${timeText('o.observed_at')} AS observed_at, ${timeText('o.ingested_at')} AS ingested_at,
  ${idText('o.parent_id')} AS parent_id, o.depth, o.turn, ${idText('o.copy_of')} AS copy_of,
  ${textOfBlocks('o.body', '$.blocks')} AS text,
  ${blocksOf('toolCall', "group_concat(value ->> 'name', ', ')")} AS tools,
  ${blocksOf('toolResult', "coalesce(sum(value ->> 'isError'), 0)")} AS errors,
  o.body ->> 'model' AS model, o.body ->> '$.usage.answerId' AS answer_id,
  o.body ->> '$.usage.inputTokens' AS input_tokens, o.body ->> '$.usage.outputTokens' AS output_tokens,
  o.body ->> '$.usage.cacheReadTokens' AS cache_read_tokens, o.body ->> '$.usage.cacheWriteTokens' AS cache_write_tokens,
  o.body ->> '$.usage.costUsd' AS cost_usd
FROM observations o ${tenant} o.tenant WHERE o.kind = 'TURN';

CREATE VIEW readable_messages AS SELECT
  t.name AS tenant, m.id, m.conversation_id, m.body ->> 'turnId' AS turn_id, m.body ->> 'role' AS role,
  ${timeText('m.created_at')} AS created_at, coalesce(m.body ->> 'deleted', 0) AS deleted,
  m.body ->> 'observationCount' AS observations, m.body ->> 'latestId' AS latest_id,
  CASE WHEN m.body ->> 'deleted' THEN NULL
    WHEN json_type(m.body, '$.overlay.fields.content') IS NOT NULL
      THEN coalesce(${textOfBlocks('m.body', '$.overlay.fields.content')}, '')
    ELSE (SELECT ${textOfBlocks('o.body', '$.blocks')} FROM observations o WHERE o.tenant = m.tenant
      AND o.id = ${idValue("(m.body ->> 'latestId')")}) END AS text
FROM messages m ${tenant} m.tenant;

CREATE VIEW readable_events AS SELECT
  t.name AS tenant, ${idText('e.id')} AS event_id, ${idText('e.conversation_id')} AS conversation_id, e.seq, e.kind,
  ${timeText('e.at')} AS at, ${idText('e.head_from')} AS head_from, ${idText('e.head_to')} AS head_to,
  ${idText('e.path_hash')} AS path_hash
FROM events e ${tenant} e.tenant;

CREATE VIEW readable_usage AS SELECT
  t.name AS tenant, u.conversation_id, u.day, u.role, u.model, u.experiment, u.messages, u.observations, u.input_tokens,
  u.output_tokens, u.cache_read_tokens, u.cache_write_tokens, u.cost_usd, u.answers
FROM usage_sums u ${tenant} u.tenant;

CREATE VIEW readable_tools AS SELECT
  t.name AS tenant, s.conversation_id, s.day, s.role, s.model, s.tool, s.experiment, s.calls, s.errors, s.input_tokens,
  s.output_tokens, s.cache_read_tokens, s.cache_write_tokens, s.cost_usd, s.answers
FROM tool_sums s ${tenant} s.tenant;
`
