import { groupedBy, isByCwd, rollupColumns, rollupKeys, type RollupKey, type RollupKind } from '../../usageRollups.ts'
import { byKey } from '../reading/cypherRead.ts'
import { index, unique } from '../records/label.ts'

/** The nodes that keep sums: what they are called, and the member of a row that holds what is added to them. */
export const sumLabels = { usage: 'Usage', tools: 'ToolUsage', moves: 'Moves' } as const
export const sumRows = { usage: 'usageSums', tools: 'toolSums', moves: 'moveSums' } as const
const kinds = ['usage', 'tools', 'moves'] as const

export const rollupSchema = [
  unique('usage_sum', 'Usage', ['tenant', ...rollupKeys.usage]),
  unique('tool_usage_sum', 'ToolUsage', ['tenant', ...rollupKeys.tools]),
  unique('moves_sum', 'Moves', ['tenant', ...rollupKeys.moves]),
  unique('answer_id', 'Answer', ['tenant', 'id']),
  ...kinds.flatMap((kind) => [
    index(`${sumRows[kind]}_day`, sumLabels[kind], ['tenant', 'day']),
    index(`${sumRows[kind]}_conversation`, sumLabels[kind], ['tenant', 'conversationId', 'day']),
  ]),
]

/** Returns what a node of sums is called: its keys but the conversation's. */
export function sumName(kind: RollupKind, row: string): string {
  const keys = rollupKeys[kind].filter((name) => name !== 'conversationId')
  return keys.map((name) => `${row}.${name}`).join(` + ' ' + `)
}

function addOf(kind: RollupKind, ok: string): string {
  const keys = rollupKeys[kind].map((name) => `${name}: x.${name}`)
  const sums = rollupColumns[kind].map((name) => {
    const sum = `u.${name} + x.${name}`
    // 2^62: at twice that a sum would overflow, which Neo4j refuses.
    return `u.${name} = ${name.endsWith('Tokens') ? `CASE WHEN ${sum} > 4611686018427387904 THEN u.${name} ELSE ${sum} END` : sum}`
  })
  return `
  FOREACH (x IN CASE WHEN ${ok} THEN r.${sumRows[kind]} ELSE [] END |
    MERGE (u:${sumLabels[kind]} {tenant: r.tenant, ${keys.join(', ')}})
    ON CREATE SET u += x, u.name = ${sumName(kind, 'x')}
    ON MATCH SET ${sums.join(', ')})`
}

/** Returns the part of a statement that adds the sums of its row `r`, where that is written. */
export const addSums = (ok: string): string => kinds.map((kind) => addOf(kind, ok)).join('')
/** The same for moves alone. */
export const addMoves = (ok: string): string => addOf('moves', ok)

/** Locks answers, new ones too, and reads their parts. */
export const LOCK_ANSWERS = `UNWIND range(0, size($q.ids) - 1) AS i
MERGE (a:Answer {tenant: $q.tenant, id: $q.ids[i]})
SET a.lock = 0
WITH i
MATCH (n:Answer {tenant: $q.tenant, id: $q.ids[i]})
USING INDEX SEEK n:Answer(tenant, id)
RETURN i, n.body AS found`

/** Writes answers that are locked, and adds what that changes. */
export const SETTLE_ANSWERS = `UNWIND [$q.row] AS r
CALL (r) {${addSums('true')}
  WITH r
  UNWIND r.answers AS x
  MATCH (a:Answer {tenant: r.tenant, id: x.id})
  USING INDEX SEEK a:Answer(tenant, id)
  SET a.body = x.body
}
RETURN count(*) AS rows`

export const ANSWERS = byKey('n:Answer', 'id', 'n.body')

function rollupOf(kind: RollupKind, by: RollupKey, isNamed: boolean): string {
  const keys = groupedBy(kind, by)
  const sums = rollupColumns[kind].map((name) => `sum(toFloat(u.${name}))`)
  const label = sumLabels[kind]
  const match = isNamed
    ? `UNWIND $q.conversationIds AS id
MATCH (u:${label}) USING INDEX SEEK u:${label}(tenant, conversationId, day)
WHERE u.tenant = $q.tenant AND u.conversationId = id`
    : `MATCH (u:${label}) USING INDEX SEEK u:${label}(tenant, day)
WHERE u.tenant = $q.tenant`
  const ofTurns = ' AND ($q.models IS NULL OR u.model IN $q.models) AND ($q.roles IS NULL OR u.role IN $q.roles)'
  const keyOf = (name: string) => (name === 'cwdKey' ? `coalesce(c.cwdKey, '')` : `u.${name}`)
  const grouped = keys.length === 0 ? '[]' : `[${keys.map(keyOf).join(', ')}]`
  const directory = isByCwd({ by })
    ? `
OPTIONAL MATCH (c:Conversation {tenant: $q.tenant, id: u.conversationId})
USING INDEX SEEK c:Conversation(tenant, id)`
    : ''
  const columns = rollupColumns[kind] as readonly string[]
  const [input, output] = [columns.indexOf('inputTokens'), columns.indexOf('outputTokens')]
  const largest = `
WITH keys, sums WHERE $q.limit IS NULL OR reduce(spent = 0.0, x IN sums[${input}..] | spent + x) > 0
RETURN keys, sums ORDER BY sums[${input}] + sums[${output}] DESC, keys
LIMIT coalesce($q.limit, 9223372036854775807)`
  return `${match} AND u.day >= $q.from AND u.day <= $q.to AND ($q.includeExperiments OR NOT u.experiment)${kind === 'moves' ? '' : ofTurns}${directory}
WITH ${grouped} AS keys, [${sums.join(', ')}] AS sums${kind === 'moves' || keys.length === 0 ? '\nRETURN keys, sums' : largest}`
}

const keysOf = {
  usage: ['total', 'model', 'role', 'day', 'conversation', 'cwd', 'row', 'cell', 'cwdCell'],
  tools: ['total', 'tool', 'conversation', 'row', 'cell'],
  moves: ['total', 'kind', 'conversation', 'row'],
} as const satisfies Record<RollupKind, readonly RollupKey[]>

const rollups = (isNamed: boolean): Readonly<Record<string, string>> =>
  Object.fromEntries(
    kinds.flatMap((kind) => keysOf[kind].map((by) => [`${kind} ${by}`, rollupOf(kind, by, isNamed)] as const)),
  )
/** By kind and what it is grouped by: of all conversations, and of named ones. */
export const ROLLUPS = { all: rollups(false), named: rollups(true) }
