import type { Bucket } from '../../domain/usage/counted.ts'
import { statedCost } from '../../domain/usage/knownCost.ts'
import type { Rollup } from '../../domain/usage/rollup.ts'
import type { Cell, Column, Row, Table } from '../../formats/tables/table.ts'
import { spanOf } from '../analytics/filter.ts'
import { countParts, groupOf, plus, type Sums } from '../analytics/groups.ts'
import { totalsOf } from '../analytics/usageBy.ts'
import type { Scope } from '../scope.ts'
import { unpricedOf } from '../analytics/unpriced.ts'
import { pricesIn } from '../prices/prices.ts'
import type { Price } from '../../domain/usage/prices.ts'
import {
  answerColumns,
  dayColumns,
  estimatedBy,
  namedColumns,
  nothingSpent,
  spentCells,
  spentColumns,
  weekOf,
} from './columns.ts'
import { takes, type ExtractFilter } from './filter.ts'
import { namedCells } from './named.ts'
import { walk } from './walk.ts'

const columns: readonly Column[] = [
  { name: 'conversation_id', type: 'text' },
  ...namedColumns,
  ...dayColumns,
  { name: 'role', type: 'text' },
  { name: 'model', type: 'text' },
  { name: 'tool', type: 'text' },
  { name: 'messages', type: 'integer' },
  { name: 'observations', type: 'integer' },
  { name: 'calls', type: 'integer' },
  { name: 'errors', type: 'integer' },
  ...spentColumns,
  ...answerColumns,
]
const counted = ['messages', 'observations', 'calls', 'errors'] as const

/** Conversations whose sums lie in memory at once. */
const conversationsAtOnce = 100

/**
 * Returns the sums that are kept: a row for each conversation, day, role, model and tool, `''` for none. The usage of
 * turns that call tools stands at those, shared evenly, so that the rows add up to what analytics say.
 */
export function usageTable(scope: Scope, filter: ExtractFilter): Table {
  return { columns, pages: pagesOf(scope, filter) }
}

async function* pagesOf(scope: Scope, filter: ExtractFilter): AsyncGenerator<readonly Row[]> {
  for await (const page of walk(scope, 'conversations')) {
    const taken = page.filter((conversation) => takes(filter, conversation))
    for (let from = 0; from < taken.length; from += conversationsAtOnce) {
      const some = taken.slice(from, from + conversationsAtOnce)
      const named = new Map(await Promise.all(some.map(async (one) => [one.id, await namedCells(scope, one)] as const)))
      yield rowsOf(await sumsOf(scope, filter, [...named.keys()]), named, await pricesIn(scope))
    }
  }
}

/** The sums of a bucket, and those of each of its tools. */
interface Summed {
  readonly keys: readonly string[]
  sums: Sums
  readonly tools: Map<string, Sums>
}

async function sumsOf(scope: Scope, filter: ExtractFilter, ids: readonly string[]): Promise<Summed[]> {
  const buckets = new Map<string, Summed>()
  const bucketAt = (keys: readonly string[]) => {
    const name = JSON.stringify(keys)
    const bucket = buckets.get(name) ?? { keys, sums: {}, tools: new Map<string, Sums>() }
    buckets.set(name, bucket)
    return bucket
  }
  const add = (kind: 'usage' | 'tools', keys: readonly string[], sums: Sums) => {
    const bucket = bucketAt(keys.slice(0, 4))
    const tool = keys[4] ?? ''
    if (kind === 'usage') bucket.sums = plus(sums, bucket.sums)
    else bucket.tools.set(tool, plus(sums, bucket.tools.get(tool) ?? {}))
  }
  const span = spanOf(filter)
  const { includeExperiments } = filter
  const query = { conversationIds: ids, models: null, roles: null, includeExperiments, by: 'row', limit: null } as const
  for (const kind of ['usage', 'tools'] as const) {
    const rows = span.days && (await scope.store.rollups({ ...query, ...span.days, kind }))
    for (const row of rows ?? []) add(kind, row.keys, groupOf(kind, row).sums)
  }
  for (const part of await countParts(scope, span, filter, ids)) addPart(part, add)
  return [...buckets.values()]
}

function addPart(part: Rollup, add: (kind: 'usage' | 'tools', keys: readonly string[], sums: Sums) => void): void {
  const keysOf = ({ conversationId, day, role, model }: Bucket) => [conversationId, day, role, model]
  for (const { tool, ...row } of part.tools) add('tools', [...keysOf(row), tool], numbersOf(row))
  for (const row of part.usage) add('usage', keysOf(row), numbersOf(row))
}

function numbersOf(row: object): Sums {
  const members = Object.entries(row).filter((member): member is [string, number] => typeof member[1] === 'number')
  return Object.fromEntries(members)
}

function rowsOf(
  buckets: readonly Summed[],
  named: ReadonlyMap<string, readonly Cell[]>,
  prices: readonly Price[],
): Row[] {
  return buckets.flatMap(({ keys, sums, tools }) => {
    const rest = [...tools.values()].reduce((left, tool) => plus(left, tool, -1), sums)
    return [...tools, ['', rest] as const]
      .map(([tool, one]) => ({ tool, numbers: numbersFor(one, keys, prices) }))
      .filter(({ numbers }) => numbers.some((number) => typeof number === 'number' && number !== 0))
      .map(({ tool, numbers }) => {
        const [id = '', day = '', role = '', model = ''] = keys
        return [id, ...(named.get(id) ?? [null, null]), day, weekOf(day), role, model, tool, ...numbers]
      })
  })
}

function numbersFor(sums: Sums, [, day = '', , model = '']: readonly string[], prices: readonly Price[]): Cell[] {
  const spent = totalsOf(sums)
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, answers, pricedAnswers } = spent
  const stated = statedCost(spent)
  const isSpent = stated !== null || answers + inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens > 0
  const cells = isSpent
    ? spentCells(spent, stated, estimatedBy(prices, unpricedOf({ day, model }, sums)))
    : nothingSpent(spent)
  return [...counted.map((name) => sums[name] ?? 0), ...cells, answers, pricedAnswers]
}
