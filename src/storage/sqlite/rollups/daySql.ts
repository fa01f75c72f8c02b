/**
 * The second level of sums: of all conversations of a tenant together, by day. A write only notes that a day is folded no
 * longer; a request that adds up much has such days folded again. So a write pays next to nothing for it, and what is read are
 * the rows of folded days, and of the others those of their conversations.
 */
import type { RollupKind } from '../../usageRollups.ts'
import { insertSummed, setSummed, sumOf } from '../writing/rowChecksum.ts'
import { cwdDays, dayKeys, dayLevels, dayTables, sumNames, tables, type DayLevel } from './names.ts'

const kinds = ['usage', 'tools', 'moves'] as const
const levels = [...dayLevels, cwdDays]

const typeOf = (name: string): string => (name === 'experiment' ? 'INTEGER' : 'TEXT')
const typeOfSum = (name: string): string => (name === 'cost_usd' ? 'REAL' : 'INTEGER')

const dayTable = ({ kind, table, keys }: DayLevel): string => `
CREATE TABLE ${table} (
  tenant INTEGER NOT NULL,
${keys.map((name) => `  ${name} ${typeOf(name)} NOT NULL,\n`).join('')}${sumNames(kind)
  .map((name) => `  ${name} ${typeOfSum(name)} NOT NULL,\n`)
  .join('')}  sum INTEGER NOT NULL,
  PRIMARY KEY (tenant, ${keys.join(', ')})
) STRICT, WITHOUT ROWID;`

/** Every day of which there are sums, and whether they are folded. The days of a conversation are folded again where its directory is erased. */
export const createDays = `
CREATE TABLE sum_days (
  tenant INTEGER NOT NULL,
  day TEXT NOT NULL,
  folded INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (tenant, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX sum_days_unfolded ON sum_days (tenant, day) WHERE folded = 0;
${levels.map(dayTable).join('')}
CREATE TRIGGER conversation_directory_changed AFTER UPDATE OF cwd_key ON conversations
WHEN OLD.cwd_key IS NOT NEW.cwd_key BEGIN
  UPDATE sum_days SET folded = 0, sum = row_sum(tenant, day, 0) WHERE tenant = NEW.tenant AND folded = 1
    AND day IN (SELECT day FROM ${tables.usage} WHERE tenant = NEW.tenant AND conversation_id = NEW.id);
END;
`

/** What a row of a kind needs to be known by its working directory, and that. */
export const joinCwd = 'LEFT JOIN conversations c ON c.tenant = s.tenant AND c.id = s.conversation_id'
export const cwdOfRow = "coalesce(c.cwd_key, '')"
const keyOfRow = (name: string): string => (name === 'cwd_key' ? cwdOfRow : `s.${name}`)

const columnsOf = ({ kind, keys }: DayLevel): string[] => ['tenant', ...keys, ...sumNames(kind)]
export const summedDays: Readonly<Record<string, string>> = {
  sum_days: 'tenant, day, folded',
  ...Object.fromEntries(levels.map((level) => [level.table, columnsOf(level).join(', ')])),
}

/** Notes all days of a tenant that have sums of conversations. */
export const noteAllDays = `
  INSERT INTO sum_days (tenant, day, folded, sum)
  SELECT tenant, day, 0, row_sum(tenant, day, 0) FROM (
    ${kinds.map((kind) => `SELECT tenant, day FROM ${tables[kind]} WHERE tenant = ?1`).join(' UNION ')}
  )`
export const forgetDays = ['sum_days', ...levels.map(({ table }) => table)].map(
  (table) => `DELETE FROM ${table} WHERE tenant = ?1`,
)

const day = ['tenant', 'day', 'folded']
export const dayStatements = {
  isFolded: 'SELECT folded FROM sum_days WHERE tenant = ?1 AND day = ?2',
  note: insertSummed('sum_days', { tenant: '?1', day: '?2', folded: '0' }),
  unfold: `UPDATE sum_days SET ${setSummed(day, { folded: '0' })} WHERE tenant = ?1 AND day = ?2`,
  markFolded: `UPDATE sum_days SET ${setSummed(day, { folded: '1' })} WHERE tenant = ?1 AND day = ?2`,
  anyFolded: 'SELECT 1 FROM sum_days WHERE tenant = ?1 AND folded = 1 AND day BETWEEN ?2 AND ?3 LIMIT 1',
  unfolded: 'SELECT day FROM sum_days WHERE tenant = ?1 AND folded = 0 AND day BETWEEN ?2 AND ?3 ORDER BY day',
} as const

const whole = (name: string) =>
  name === 'cost_usd'
    ? 'total(cost_usd)'
    : `CAST(max(-9007199254740991, min(9007199254740991, total(${name}))) AS INTEGER)`

/** Recomputes the rows of a day. */
export const foldStatements = levels.flatMap((level) => {
  const { kind, table, keys } = level
  const columns = columnsOf(level)
  return [
    `DELETE FROM ${table} WHERE tenant = ?1 AND day = ?2`,
    `INSERT INTO ${table} (${columns.join(', ')}, sum)
  SELECT ${columns.join(', ')}, ${sumOf(columns)} FROM (
    SELECT s.tenant, ${keys.map((name) => `${keyOfRow(name)} AS ${name}`).join(', ')},
      ${sumNames(kind)
        .map((name) => `${whole(name)} AS ${name}`)
        .join(', ')}
    FROM ${tables[kind]} s ${level === cwdDays ? joinCwd : ''} WHERE s.tenant = ?1 AND s.day = ?2
    GROUP BY ${keys.map((_, k) => k + 2).join(', ')}
  )`,
  ]
})

/** How many rows of conversations are read of days that are not folded: up to `?4`. */
export const countUnfolded = (kind: RollupKind): string => `SELECT count(*) FROM (
  SELECT 1 FROM sum_days d CROSS JOIN ${tables[kind]} s ON s.tenant = d.tenant AND s.day = d.day
  WHERE d.tenant = ?1 AND d.folded = 0 AND d.day BETWEEN ?2 AND ?3 LIMIT ?4)`

/** Returns what gives every row of folded days, and of the others the rows of their conversations; by directory where asked. */
export function rowsOfDays(kind: RollupKind, withCwd = false): string {
  const { table, keys } = withCwd ? cwdDays : { table: dayTables[kind], keys: dayKeys(kind) }
  const names = ['tenant', ...keys, ...sumNames(kind)]
  const rows = (from: string, folded: 0 | 1) => {
    const columns = names.map((name) => (folded === 0 ? `${keyOfRow(name)} AS ${name}` : `s.${name}`)).join(', ')
    return `SELECT ${columns} FROM sum_days d CROSS JOIN ${from} s ON s.tenant = d.tenant AND s.day = d.day
    ${withCwd && folded === 0 ? joinCwd : ''} WHERE d.tenant = ?1 AND d.folded = ${folded} AND d.day BETWEEN ?3 AND ?4`
  }
  return `${rows(table, 1)} UNION ALL ${rows(tables[kind], 0)}`
}

/** The folded days whose sums are not those of their conversations: the tenant, the day. */
export const differingDays = levels.map((level) => {
  const { kind, table, keys } = level
  const sums = sumNames(kind)
  const rows = (from: string, sign: '' | '-') => {
    const named = keys.map((name) => (sign === '' ? `${keyOfRow(name)} AS ${name}` : `s.${name}`)).join(', ')
    return `SELECT s.tenant, ${named}, ${sums.map((name) => `${sign}s.${name} AS ${name}`).join(', ')}
    FROM sum_days d CROSS JOIN ${from} s ON s.tenant = d.tenant AND s.day = d.day
    ${level === cwdDays && sign === '' ? joinCwd : ''} WHERE d.folded = 1`
  }
  const differs = sums.map((name) => `abs(total(${name})) > 1e-9 * max(1, total(abs(${name})))`)
  return `SELECT DISTINCT tenant, day FROM (
    SELECT tenant, ${keys.join(', ')} FROM (${rows(tables[kind], '')} UNION ALL ${rows(table, '-')})
    GROUP BY tenant, ${keys.join(', ')} HAVING ${differs.join(' OR ')}
  ) LIMIT ?1`
})
