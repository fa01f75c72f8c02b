import type { Json } from '../../domain/model.ts'
import type { RollupKind } from '../../storage/graphStore.ts'
import { always, countAnew } from '../analytics/storedCounts.ts'
import type { Scope } from '../scope.ts'
import type { Find } from './finding.ts'
import { answerSumNames } from '../../domain/usage/counters.ts'

const kinds = ['usage', 'tools', 'moves'] as const
const keys = {
  usage: ['conversationId', 'day', 'role', 'model'],
  tools: ['conversationId', 'day', 'role', 'model', 'tool'],
  moves: ['conversationId', 'day', 'kind'],
} as const satisfies Record<RollupKind, readonly string[]>
const tokens = answerSumNames
const columns = {
  usage: ['messages', 'observations', ...tokens],
  tools: ['calls', 'errors', ...tokens],
  moves: ['count'],
} as const satisfies Record<RollupKind, readonly string[]>

/** Counts what the conversation adds to analytics anew, and compares. */
export async function checkSums(scope: Scope, conversationId: string, find: Find): Promise<void> {
  const anew = await countAnew(scope, conversationId, always)
  const all = { from: '', to: '~', models: null, roles: null, includeExperiments: true, limit: null }
  for (const kind of kinds) {
    const query = { ...all, kind, by: 'row' as const, conversationIds: [conversationId] }
    const storedSums = new Map(
      (await scope.store.rollups(query)).map(({ keys: names, sums }) => [JSON.stringify(names), sums]),
    )
    const results = new Map(
      anew[kind].map((row) => {
        const values = row as unknown as Readonly<Record<string, string | number>>
        return [
          JSON.stringify(keys[kind].map((name) => values[name])),
          columns[kind].map((name) => Number(values[name])),
        ]
      }),
    )
    for (const name of new Set([...storedSums.keys(), ...results.keys()]))
      compare(kind, name, storedSums.get(name) ?? [], results.get(name) ?? [], find)
  }
}

/** Sums of costs depend a little on the order of adding; a sum that no `Long` holds is answered, and compared, as the largest `Long`. */
const held = (sum: number) => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(sum, Number.MAX_SAFE_INTEGER))
const isNear = (a = 0, b = 0) => Math.abs(held(a) - held(b)) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

function compare(
  kind: RollupKind,
  name: string,
  storedSums: readonly number[],
  results: readonly number[],
  find: Find,
): void {
  if (columns[kind].every((_, k) => isNear(storedSums[k], results[k]))) return
  const of = JSON.parse(name) as Json
  find('SUMS_DIFFER', `The ${kind} that analytics show are not those of what was stored.`, {
    of,
    kept: storedSums,
    found: results,
  })
}
