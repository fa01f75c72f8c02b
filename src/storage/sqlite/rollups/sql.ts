import { insertSummed, setSummed } from '../writing/rowChecksum.ts'
import {
  groupedBy,
  isByCwd,
  isOfDays,
  rollupColumns,
  rollupKeys,
  type RollupKind,
  type RollupQuery,
} from '../../usageRollups.ts'
import { cwdOfRow, joinCwd, rowsOfDays } from './daySql.ts'
import { snake, tables } from './names.ts'
import { own } from '../../../runtime/own.ts'

/** What is added up of answers: those that state their cost apart, and the tokens of the others. */
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

/**
 * The sums that analytics read, in tables of their own: a row for each day of a conversation, and within it for each
 * role, model and tool. `experiment` says whether the conversation is one. An answer keeps its parts, so that the sums
 * are the same in whatever order they came.
 */
export const createRollups = `
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
CREATE TABLE move_sums (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  experiment INTEGER NOT NULL,
  count INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (tenant, conversation_id, day, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX move_sums_by_day ON move_sums (tenant, day);
CREATE TABLE answers (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  parts TEXT NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
`

/** What a row is written from, after the tenant. */
export const writtenColumns = {
  usage: [...rollupKeys.usage, 'experiment', ...rollupColumns.usage],
  tools: [...rollupKeys.tools, 'experiment', ...rollupColumns.tools],
  moves: [...rollupKeys.moves, 'experiment', ...rollupColumns.moves],
} as const

/** The columns of each table in the order in which their checksum is made. */
const summed = {
  usage: ['tenant', ...writtenColumns.usage.map(snake)],
  tools: ['tenant', ...writtenColumns.tools.map(snake)],
  moves: ['tenant', ...writtenColumns.moves.map(snake)],
}
export const summedRollups: Readonly<Record<string, string>> = {
  usage_sums: summed.usage.join(', '),
  tool_sums: summed.tools.join(', '),
  move_sums: summed.moves.join(', '),
  answers: 'tenant, id, parts',
}

/** 2^62, for a larger sum would be no integer at some time: a thousand answers of the most tokens that one can have. */
const mostOfSum = '4611686018427387904'

/** Adds to a row, or makes it where nothing was added to: two statements, for one would make the checksum twice. */
function addSql(kind: RollupKind): { readonly change: string; readonly make: string } {
  const columns = summed[kind]
  const input = Object.fromEntries(columns.map((name, k) => [name, `?${k + 1}`]))
  const added = rollupColumns[kind].map(snake).map((name) => {
    const sum = `${name} + ${own(input, name) ?? ''}`
    return [name, name === 'cost_usd' ? sum : `min(${mostOfSum}, ${sum})`] as const
  })
  const keys = ['tenant', ...rollupKeys[kind].map(snake)].map((name) => `${name} = ${own(input, name) ?? ''}`)
  return {
    change: `UPDATE ${tables[kind]} SET ${setSummed(columns, Object.fromEntries(added))} WHERE ${keys.join(' AND ')}`,
    make: insertSummed(tables[kind], input),
  }
}
export const addSum = { usage: addSql('usage'), tools: addSql('tools'), moves: addSql('moves') }

export const answerParts = 'SELECT parts FROM answers WHERE tenant = ?1 AND id = ?2'
const answer = { tenant: '?1', id: '?2', parts: '?3' }
export const putAnswer = `
  ${insertSummed('answers', answer)}
  ON CONFLICT (tenant, id) DO UPDATE SET ${setSummed(Object.keys(answer), { parts: 'excluded.parts' })}`
/** Changes no row where the answer is there. Each append pays for it: its checksum is given (`?4`), for SQL would call back to have it. */
export const addAnswer = `
  INSERT INTO answers (tenant, id, parts, sum) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (tenant, id) DO NOTHING`
export const dropAnswer = 'DELETE FROM answers WHERE tenant = ?1 AND id = ?2'

const spent = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'cost_usd', 'answers']

/** The bounds of days that leave all of them out of the question. */
const everyDay = { from: '', to: '~' }

/**
 * Returns the statement of a query: `?2` says whether experiments count, `?3` and `?4` are days, `?5` conversations, `?6`
 * models and `?7` roles as JSON lists, `?8` the limit. As numbers beyond 2^53 could not be read, all sums are reals.
 * `folded`: there are days that are added up already.
 */
export function rollupSql(query: RollupQuery, folded: boolean): string {
  const { kind, by, from, to, conversationIds, models, roles, limit } = query
  const ofFolded = folded && isOfDays(query)
  const withCwd = isByCwd(query)
  const keys = groupedBy(kind, by).map((name) => (name === 'cwdKey' && !ofFolded ? cwdOfRow : `s.${snake(name)}`))
  const sums = rollupColumns[kind].map((name) => `total(s.${snake(name)}) AS sum_${snake(name)}`)
  const ofDays = from === everyDay.from && to === everyDay.to ? '' : 'AND s.day BETWEEN ?3 AND ?4'
  const source =
    conversationIds === null
      ? ofFolded
        ? `(${rowsOfDays(kind, withCwd)}) s WHERE s.tenant = ?1`
        : `${tables[kind]} s ${withCwd ? joinCwd : ''} WHERE s.tenant = ?1`
      : `json_each(?5) ids CROSS JOIN ${tables[kind]} s ${withCwd ? joinCwd : ''}
  WHERE s.tenant = ?1 AND s.conversation_id = ids.value`
  const ofModels = models === null || kind === 'moves' ? '' : 'AND s.model IN (SELECT value FROM json_each(?6))'
  const ofRoles = roles === null || kind === 'moves' ? '' : 'AND s.role IN (SELECT value FROM json_each(?7))'
  const group = keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')}`
  // What cost nothing must not push out what did.
  const order =
    limit === null
      ? ''
      : `HAVING ${spent.map((name) => `sum_${name}`).join(' + ')} > 0
  ORDER BY sum_input_tokens + sum_output_tokens DESC, ${keys.join(', ')} LIMIT ?8`
  return `SELECT ${[...keys, ...sums].join(', ')} FROM ${source}
  AND (?2 OR s.experiment = 0) ${ofDays} ${ofModels} ${ofRoles}
  AND coalesce(?3, ?4, ?5, ?6, ?7, ?8, '') IS NOT NULL ${group} ${order}`
}
