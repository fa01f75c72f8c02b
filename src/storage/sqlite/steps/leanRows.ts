import { idText, tenant, textOfBlocks, timeText } from '../views.ts'
import { idValue } from '../connection/values.ts'
import { wholeLine } from '../writing/forkLines.ts'

/**
 * The views of messages and of events, of rows that leave out what follows from others: a message the turn that its id names and the
 * count 1, a line of a ledger what the row of a fork says. Rows of before are read as they are.
 */
export const leanRows = `
DROP VIEW IF EXISTS readable_messages;
DROP VIEW IF EXISTS readable_events;

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
`
