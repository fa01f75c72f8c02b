/**
 * Views for people who ask the file with SQL of their own (docs/analytics.md): ids, hashes and times as text, the text of turns
 * beside their counters, what analysts group by (week, project, title), and a cost that is null where no answer states one.
 * Columns are named as those of the exported tables. turngraph itself reads none of them, and SQLite keeps nothing for them.
 */
import { idText, idValue, timeText } from './connection/values.ts'
import { wholeLine } from './writing/forkLines.ts'

const textOfBlocks = (json: string, path: string): string =>
  `(SELECT group_concat(value ->> 'text', '') FROM json_each(${json}, '${path}') WHERE value ->> 'type' = 'text')`
const blocksOf = (type: string, what: string): string =>
  `(SELECT ${what} FROM json_each(o.body, '$.blocks') WHERE value ->> 'type' = '${type}')`

const tenant = 'JOIN tenants t ON t.tenant ='

/** The Monday of a day's week. */
const week = (day: string): string => `date(${day}, '-6 days', 'weekday 1')`
const dayOf = (column: string): string => `substr(${timeText(column)}, 1, 10)`
/** A day and its week as columns. */
const days = (day: string): string => `${day} AS day, ${week(day)} AS week`
/** A deleted conversation's title is hidden, as its words are. */
const title = (c: string): string =>
  `CASE WHEN ${c}.deleted THEN NULL ELSE coalesce(${c}.body ->> 'title', ${c}.body ->> '$.derived[0]') END`
const project = (c: string): string => `${c}.body ->> 'cwd' AS project`
/** What a conversation is named by, as columns. */
const named = (c: string): string => `${title(c)} AS title, ${project(c)}`

/** Joins the conversation of a row. */
const conversationOf = (row: string): string =>
  `LEFT JOIN conversations c ON c.tenant = ${row}.tenant AND c.id = ${row}.conversation_id`
/** The counts of a tree's shape stand behind title, preview, turns and level in the body. */
const count = (at: number): string => `coalesce(c.body ->> '$.derived[${at}]', 0)`
const pointOf = 'LEFT JOIN observations p ON p.tenant = c.tenant AND p.id = c.fork_point'

/** A share of an answer's cost that a tool has is stated, too. */
const costOf = (s: string): string => `
  CASE WHEN ${s}.priced_answers > 0 OR ${s}.cost_usd > 0 THEN ${s}.cost_usd END AS cost_usd,
  CASE WHEN ${s}.priced_answers > 0 OR ${s}.cost_usd > 0 THEN 'STATED'
    WHEN ${s}.answers + ${s}.input_tokens + ${s}.output_tokens + ${s}.cache_read_tokens + ${s}.cache_write_tokens > 0
    THEN 'UNKNOWN' END AS cost_source, ${s}.answers, ${s}.priced_answers`

/**
 * Rows leave out what follows from others: a message the turn that its id names and the count 1, a line of a ledger what the
 * row of a fork says.
 */
export const readableViews = `
CREATE VIEW readable_conversations AS SELECT
  t.name AS tenant, c.id, ${named('c')}, c.origin, c.deleted,
  CASE WHEN c.body ->> '$.metadata.archived' = 1 AND json_type(c.body, '$.metadata.archived') = 'true' THEN 1 ELSE 0 END AS archived,
  ${timeText('c.created_at')} AS created_at, ${timeText('c.activity_at')} AS activity_at, ${days(dayOf('c.created_at'))},
  ${count(2)} AS turns, ${count(4)} AS nodes, ${count(6)} AS leaves, ${count(10)} AS tool_calls,
  c.forked_from, ${idText('c.fork_point')} AS fork_point, ${count(3)} AS fork_level, c.sidechain_of, ${idText('c.head_id')} AS head_id
FROM conversations c ${tenant} c.tenant;

CREATE VIEW readable_forks AS SELECT
  t.name AS tenant, c.id, ${named('c')}, ${timeText('c.created_at')} AS created_at, ${days(dayOf('c.created_at'))},
  c.forked_from AS source_id, ${title('s')} AS source_title, ${idText('c.fork_point')} AS fork_point,
  coalesce(c.fork_turn, 0) AS shared_turns, ${count(4)} - coalesce(p.depth + 1, 0) AS own_nodes, ${count(3)} AS fork_level,
  ${idText('c.fork_hash')} AS path_hash
FROM conversations c ${tenant} c.tenant
  LEFT JOIN conversations s ON s.tenant = c.tenant AND s.id = c.forked_from ${pointOf}
WHERE c.forked_from IS NOT NULL;

CREATE VIEW readable_turns AS SELECT
  t.name AS tenant, ${idText('o.id')} AS observation_id, o.conversation_id, ${named('c')}, o.message_id, o.role,
  ${timeText('o.observed_at')} AS observed_at, ${timeText('o.ingested_at')} AS ingested_at, ${days(dayOf('o.observed_at'))},
  ${idText('o.parent_id')} AS parent_id, o.depth, o.turn, ${idText('o.copy_of')} AS copy_of,
  ${textOfBlocks('o.body', '$.blocks')} AS text,
  ${blocksOf('toolCall', "group_concat(value ->> 'name', ', ')")} AS tools,
  ${blocksOf('toolResult', "coalesce(sum(value ->> 'isError'), 0)")} AS errors,
  o.body ->> 'model' AS model, o.body ->> '$.usage.answerId' AS answer_id,
  o.body ->> '$.usage.inputTokens' AS input_tokens, o.body ->> '$.usage.outputTokens' AS output_tokens,
  o.body ->> '$.usage.cacheReadTokens' AS cache_read_tokens, o.body ->> '$.usage.cacheWriteTokens' AS cache_write_tokens,
  o.body ->> '$.usage.costUsd' AS cost_usd,
  CASE WHEN o.body ->> '$.usage.costUsd' IS NOT NULL THEN 'STATED'
    WHEN o.body ->> 'usage' IS NOT NULL THEN 'UNKNOWN' END AS cost_source
FROM observations o ${tenant} o.tenant ${conversationOf('o')} WHERE o.kind = 'TURN';

CREATE VIEW readable_messages AS SELECT
  t.name AS tenant, m.id, m.conversation_id, coalesce(m.body ->> 'turnId', substr(m.id, instr(m.id, ':') + 1)) AS turn_id,
  m.body ->> 'role' AS role, ${timeText('m.created_at')} AS created_at, coalesce(m.body ->> 'deleted', 0) AS deleted,
  coalesce(m.body ->> 'observationCount', 1) AS observations, m.body ->> 'latestId' AS latest_id,
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
FROM (SELECT tenant, id, conversation_id, seq, kind, at, head_from, ${wholeLine.head_to} AS head_to,
  ${wholeLine.path_hash} AS path_hash FROM events) e ${tenant} e.tenant;

CREATE VIEW readable_usage AS SELECT
  t.name AS tenant, u.conversation_id, ${named('c')}, ${days('u.day')}, u.role, u.model, u.experiment, u.messages,
  u.observations, u.input_tokens, u.output_tokens, u.cache_read_tokens, u.cache_write_tokens, ${costOf('u')}
FROM usage_sums u ${tenant} u.tenant ${conversationOf('u')};

CREATE VIEW readable_tools AS SELECT
  t.name AS tenant, s.conversation_id, ${named('c')}, ${days('s.day')}, s.role, s.model, s.tool, s.experiment, s.calls,
  s.errors, s.input_tokens, s.output_tokens, s.cache_read_tokens, s.cache_write_tokens, ${costOf('s')}
FROM tool_sums s ${tenant} s.tenant ${conversationOf('s')};
`
