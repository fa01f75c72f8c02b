/**
 * Sums of conversations and of the shapes of their trees, for statistics of all of them: a row for each working directory and depth of forks,
 * experiments and deleted conversations apart. Triggers change them in the write that changes a conversation, whoever writes it. What
 * a fork inherited counts where it was recorded: it is taken off once the point of a new fork is there.
 */
import type { ConversationSum } from '../../usageRollups.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'

/** What is counted, and where in a conversation's `derived` it lies. */
const shape = {
  nodes: 4,
  roots: 5,
  leaves: 6,
  branch_points: 7,
  version_points: 8,
  sidechains: 9,
  tool_calls: 10,
} as const
const shapeNames = Object.keys(shape) as (keyof typeof shape)[]
const sums = ['conversations', ...shapeNames] as const
const levelAt = 3

const derived = (row: string, at: number): string => `coalesce(${row}.body ->> '$.derived[${at}]', 0)`

/** The key of a conversation's row. */
const keysOf = (row: string): Readonly<Record<string, string>> => ({
  experiment: `(${row}.origin = 'EXPERIMENT')`,
  deleted: `${row}.deleted`,
  cwd_key: `coalesce(${row}.cwd_key, '')`,
  fork_level: derived(row, levelAt),
})
const keys = Object.keys(keysOf(''))
const columns = ['tenant', ...keys, ...sums]

/** Says of a row of the sums that it is that of a conversation. */
const isOf = (row: string): string =>
  [`tenant = ${row}.tenant`, ...Object.entries(keysOf(row)).map(([name, value]) => `${name} = ${value}`)].join(' AND ')
/** Another row counts it, or another part of it is its own. */
const hasMoved = [...Object.values(keysOf('OLD')), 'OLD.fork_point']
  .map((value, k) => `${value} IS NOT ${[...Object.values(keysOf('NEW')), 'NEW.fork_point'][k] ?? ''}`)
  .join(' OR ')

/** A fork's own part: without the path to its point, which is a leaf of its own as long as nothing of its own continues it. */
const inheritedFrom = (row: string) => `
  LEFT JOIN observations p ON p.tenant = ${row}.tenant AND p.id = ${row}.fork_point
  LEFT JOIN junctions j ON j.tenant = ${row}.tenant AND j.conversation_id = ${row}.id AND j.parent_id = ${row}.fork_point`
const inherited: Readonly<Record<string, string>> = {
  nodes: 'coalesce(p.depth + 1, 0)',
  roots: '(p.id IS NOT NULL)',
  leaves: '((p.id IS NOT NULL) - (j.parent_id IS NOT NULL))',
  tool_calls: `coalesce(p.body ->> '$.place.calls', 0)`,
}
const ownPart = (row: string, name: keyof typeof shape): string => {
  const taken = Object.hasOwn(inherited, name) ? ` - ${inherited[name] ?? ''}` : ''
  return `${derived(row, shape[name])}${taken}`
}

/** Every row recomputed from the conversations, those of one tenant (`?1`) or all. */
const counted = (where: string): string => `
  SELECT c.tenant, ${Object.values(keysOf('c')).join(', ')}, count(*),
    ${shapeNames.map((name) => `sum(${ownPart('c', name)})`).join(', ')}
  FROM conversations c ${inheritedFrom('c')} ${where}
  GROUP BY ${[1, ...keys.map((_, k) => k + 2)].join(', ')}`

const added = sums.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
const put = (values: string): string =>
  `INSERT INTO conversation_sums (${columns.join(', ')}) ${values} ON CONFLICT DO UPDATE SET ${added}`

/** The table and what keeps it. */
export const createConversationSums = `
CREATE TABLE conversation_sums (
  tenant INTEGER NOT NULL,
  experiment INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  cwd_key TEXT NOT NULL,
  fork_level INTEGER NOT NULL,
${sums.map((name) => `  ${name} INTEGER NOT NULL,\n`).join('')}  PRIMARY KEY (tenant, ${keys.join(', ')})
) STRICT, WITHOUT ROWID;
CREATE TRIGGER conversation_added AFTER INSERT ON conversations BEGIN
  ${put(`VALUES (NEW.tenant, ${Object.values(keysOf('NEW')).join(', ')}, 1, ${shapeNames.map((name) => derived('NEW', shape[name])).join(', ')})`)};
END;
CREATE TRIGGER conversation_grown AFTER UPDATE OF deleted, origin, cwd_key, fork_point, body ON conversations
WHEN OLD.body IS NOT NEW.body AND NOT (${hasMoved}) BEGIN
  UPDATE conversation_sums
  SET ${shapeNames.map((name) => `${name} = ${name} + ${derived('NEW', shape[name])} - ${derived('OLD', shape[name])}`).join(', ')}
  WHERE ${isOf('NEW')};
END;
CREATE TRIGGER conversation_moved AFTER UPDATE OF deleted, origin, cwd_key, fork_point, body ON conversations
WHEN ${hasMoved} BEGIN
  ${put(`SELECT OLD.tenant, ${Object.values(keysOf('OLD')).join(', ')}, -1, ${shapeNames.map((name) => `-(${ownPart('OLD', name)})`).join(', ')}
  FROM (SELECT 1) one ${inheritedFrom('OLD')} WHERE true`)};
  ${put(`SELECT NEW.tenant, ${Object.values(keysOf('NEW')).join(', ')}, 1, ${shapeNames.map((name) => ownPart('NEW', name)).join(', ')}
  FROM (SELECT 1) one ${inheritedFrom('NEW')} WHERE true`)};
  DELETE FROM conversation_sums WHERE ${isOf('OLD')} AND conversations = 0;
END;
CREATE TRIGGER fork_point_continued AFTER INSERT ON junctions BEGIN
  UPDATE conversation_sums SET leaves = leaves + 1
  FROM (SELECT * FROM conversations
    WHERE tenant = NEW.tenant AND id = NEW.conversation_id AND fork_point = NEW.parent_id) AS c
  WHERE ${isOf('c').replaceAll(/(^|AND )(\w+) =/g, '$1conversation_sums.$2 =')};
END;
`

/** Takes off what a fork (`?2`) inherited, once the node that it was forked at is there: of a new one, and where that node came after its row. */
export const takeOffInherited = `
  UPDATE conversation_sums SET nodes = nodes - c.path, roots = roots - 1, leaves = leaves - 1, tool_calls = tool_calls - c.calls
  FROM (SELECT c.*, ${inherited['nodes'] ?? ''} AS path, ${inherited['tool_calls'] ?? ''} AS calls FROM conversations c
    JOIN observations p ON p.tenant = c.tenant AND p.id = c.fork_point WHERE c.tenant = ?1 AND c.id = ?2) AS c
  WHERE ${isOf('c').replaceAll(/(^|AND )(\w+) =/g, '$1conversation_sums.$2 =')}`

const rebuild = `INSERT INTO conversation_sums (${columns.join(', ')}) ${counted('WHERE c.tenant = ?1')}`

/** Recomputes the sums of a tenant. */
export function sumConversations(connection: Connection, tenant: number): void {
  connection.run('DELETE FROM conversation_sums WHERE tenant = ?1', tenant)
  connection.run(rebuild, tenant)
}

/** The rows that are not what the conversations come to: the tenant and the key. */
export const differingConversations = `
  SELECT tenant, ${keys.join(', ')} FROM (
    SELECT ${columns.join(', ')} FROM conversation_sums
    UNION ALL SELECT tenant, ${keys.join(', ')}, ${sums.map((name) => `-${name}`).join(', ')} FROM (
      SELECT 0 AS tenant, ${[...keys, ...sums].map((name) => `0 AS ${name}`).join(', ')} WHERE false UNION ALL ${counted('')})
  ) GROUP BY tenant, ${keys.join(', ')} HAVING ${sums.map((name) => `sum(${name}) <> 0`).join(' OR ')} LIMIT ?1`

/** `?2`: experiments too; `?3`: of some directories, as a JSON list. */
const read = `
  SELECT deleted, fork_level, ${sums.map((name) => `sum(${name})`).join(', ')} FROM conversation_sums
  WHERE tenant = ?1 AND (?2 OR experiment = 0) AND (?3 IS NULL OR cwd_key IN (SELECT value FROM json_each(?3))) GROUP BY deleted, fork_level`

/** Returns the sums of a tenant's conversations by whether they are deleted and how deep they were forked. */
export function readConversationSums(
  connection: Connection,
  tenant: number,
  { includeExperiments, cwdKeys }: { readonly includeExperiments: boolean; readonly cwdKeys: string | null },
): SqlRow[] {
  return connection.all(read, tenant, Number(includeExperiments), cwdKeys)
}

/** Returns the sums of a row of those. */
export function conversationSumOf(row: SqlRow): ConversationSum {
  const [deleted = 0, forkLevel = 0, conversations = 0, nodes = 0, roots = 0, leaves = 0, ...rest] = row.map(Number)
  const [branchPoints = 0, versionPoints = 0, sidechains = 0, toolCalls = 0] = rest
  const treeShape = { nodes, roots, leaves, branchPoints, versionPoints, sidechains, toolCalls }
  return { deleted: deleted === 1, forkLevel, conversations, shape: treeShape }
}
