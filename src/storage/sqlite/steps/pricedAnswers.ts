import type { Connection } from '../connection/connection.ts'
import { conversationOf, days, named } from '../analystViews.ts'
import { buildRollups } from '../rollups/build.ts'
import { createDayTable, noteAllDays } from '../rollups/daySql.ts'
import { tenant } from '../views.ts'

const answerSums = `
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  cost_usd REAL NOT NULL,
  answers INTEGER NOT NULL,
  priced_answers INTEGER NOT NULL,
  unpriced_input_tokens INTEGER NOT NULL,
  unpriced_output_tokens INTEGER NOT NULL,
  unpriced_cache_read_tokens INTEGER NOT NULL,
  unpriced_cache_write_tokens INTEGER NOT NULL,
  sum INTEGER NOT NULL,`

const sums = `
DROP VIEW readable_usage;
DROP VIEW readable_tools;
DROP TABLE usage_sums;
DROP TABLE tool_sums;
DROP TABLE usage_days;
DROP TABLE tool_days;
CREATE TABLE usage_sums (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  day TEXT NOT NULL,
  role TEXT NOT NULL,
  model TEXT NOT NULL,
  experiment INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  observations INTEGER NOT NULL,${answerSums}
  PRIMARY KEY (tenant, conversation_id, day, role, model)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_sums_by_day ON usage_sums (tenant, day);
CREATE TABLE tool_sums (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  day TEXT NOT NULL,
  role TEXT NOT NULL,
  model TEXT NOT NULL,
  tool TEXT NOT NULL,
  experiment INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  errors INTEGER NOT NULL,${answerSums}
  PRIMARY KEY (tenant, conversation_id, day, role, model, tool)
) STRICT, WITHOUT ROWID;
CREATE INDEX tool_sums_by_day ON tool_sums (tenant, day);
${createDayTable('usage')}${createDayTable('tools')}
`

/** A share of an answer's cost that a tool has is stated, too. */
const costOf = (s: string): string => `
  CASE WHEN ${s}.priced_answers > 0 OR ${s}.cost_usd > 0 THEN ${s}.cost_usd END AS cost_usd,
  CASE WHEN ${s}.priced_answers > 0 OR ${s}.cost_usd > 0 THEN 'STATED'
    WHEN ${s}.answers + ${s}.input_tokens + ${s}.output_tokens + ${s}.cache_read_tokens + ${s}.cache_write_tokens > 0
    THEN 'UNKNOWN' END AS cost_source, ${s}.answers, ${s}.priced_answers`

const views = `
CREATE VIEW readable_usage AS SELECT
  t.name AS tenant, u.conversation_id, ${named('c')}, ${days('u.day')}, u.role, u.model, u.experiment, u.messages,
  u.observations, u.input_tokens, u.output_tokens, u.cache_read_tokens, u.cache_write_tokens, ${costOf('u')}
FROM usage_sums u ${tenant} u.tenant ${conversationOf('u')};

CREATE VIEW readable_tools AS SELECT
  t.name AS tenant, s.conversation_id, ${named('c')}, ${days('s.day')}, s.role, s.model, s.tool, s.experiment, s.calls,
  s.errors, s.input_tokens, s.output_tokens, s.cache_read_tokens, s.cache_write_tokens, ${costOf('s')}
FROM tool_sums s ${tenant} s.tenant ${conversationOf('s')};
`

/** Makes the sums anew with which answers state their cost and the tokens of the others, and the views that tell of them. */
export function pricedAnswers(connection: Connection): void {
  connection.exec(sums + views)
  for (const [tenant = null] of connection.all('SELECT tenant FROM tenants')) {
    buildRollups(connection, Number(tenant))
    // The other tables of days were made just now.
    for (const table of ['sum_days', 'move_days']) connection.run(`DELETE FROM ${table} WHERE tenant = ?1`, tenant)
    connection.run(noteAllDays, tenant)
  }
}
