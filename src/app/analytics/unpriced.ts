import type { UnpricedTokens, UsageSums } from '../../domain/model.ts'
import { takenOff } from '../../domain/usage/prices.ts'
import { spendingOf, spendingOnPath, type Spending } from '../prices/spending.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Cell, Groups, Sums } from './groups.ts'
import type { UsageBucket, UsageDimension } from './usageBy.ts'
import { cellsFor, valuesBy, type UsageCell } from './usageByAll.ts'

/** A bucket, and a cell, whose cost can be estimated. */
export interface SpentBucket extends UsageBucket {
  readonly totals: Spending
}
export interface SpentCell extends UsageCell {
  readonly totals: Spending
}

/** Adds to sums the tokens of their answers that state no cost, which are read when they are asked for. */
export interface SpendingBy {
  whole(totals: UsageSums): Spending
  buckets(dimension: UsageDimension, buckets: readonly UsageBucket[]): SpentBucket[]
  /** What buckets leave of the whole. */
  other(dimension: UsageDimension, result: { buckets: readonly UsageBucket[]; other: UsageSums }): Spending
  cells(dimensions: readonly UsageDimension[], cells: readonly UsageCell[]): SpentCell[]
  /** Conversations with what they inherited. */
  inclusive(scope: Scope, buckets: readonly UsageBucket[]): SpentBucket[]
}

type Unpriced = ReadonlyMap<string, readonly UnpricedTokens[]>

/** Returns what does so under one filter. */
export function spendingBy(groups: Groups): SpendingBy {
  const read = new Map<string, Promise<Unpriced>>()
  const by = (dimensions: readonly UsageDimension[]): Promise<Unpriced> => {
    const name = dimensions.join(' ')
    const known = read.get(name) ?? unpricedBy(groups, dimensions)
    read.set(name, known)
    return known
  }
  const at = async (dimensions: readonly UsageDimension[], keys: readonly string[]) =>
    (await by(dimensions)).get(JSON.stringify(keys)) ?? []
  return {
    whole: (totals) => spendingOf(totals, () => at([], [])),
    buckets: (dimension, buckets) =>
      buckets.map(({ key, totals }) => ({ key, totals: spendingOf(totals, () => at([dimension], [key])) })),
    other: (dimension, { buckets, other }) =>
      spendingOf(other, async () => {
        const parts = await Promise.all(buckets.map(({ key }) => at([dimension], [key])))
        return [...(await at([], [])), ...takenOff(parts.flat())]
      }),
    cells: (dimensions, cells) =>
      cells.map(({ keys, totals }) => ({ keys, totals: spendingOf(totals, () => at(dimensions, keys)) })),
    inclusive: (scope, buckets) =>
      buckets.map(({ key, totals }) => {
        const unpriced = async () => [
          ...(await at(['CONVERSATION'], [key])),
          ...(await inheritedBy(scope, groups, key)),
        ]
        return { key, totals: spendingOf(totals, unpriced) }
      }),
  }
}

/** Returns the tokens of answers that state no cost, by the values of dimensions as JSON. */
export async function unpricedBy(groups: Groups, dimensions: readonly UsageDimension[]): Promise<Unpriced> {
  const level = cellsFor(dimensions)
  const valuesOf = valuesBy(dimensions, level === 'row' ? await groups.conversations() : [])
  const results = new Map<string, UnpricedTokens[]>()
  const add = (keys: Cell['keys'], unpriced: readonly UnpricedTokens[]) => {
    const name = JSON.stringify(valuesOf(keys))
    const known = results.get(name)
    if (known) known.push(...unpriced)
    else results.set(name, [...unpriced])
  }
  for (const { keys, sums } of await groups.cells('usage', level)) add(keys, unpricedOf(keys, sums))
  if (!dimensions.includes('TOOL')) return results
  for (const { keys, sums } of await groups.cells('tools', level)) {
    const unpriced = unpricedOf(keys, sums)
    add(keys, unpriced)
    // What a tool had of a turn's usage is no more what the turn had without a tool.
    add({ ...keys, tool: '' }, takenOff(unpriced))
  }
  return results
}

/** Returns the tokens of sums whose answers state no cost. */
export function unpricedOf({ model = '', day = '' }: Cell['keys'], sums: Sums): UnpricedTokens[] {
  const answers = (sums['answers'] ?? 0) - (sums['pricedAnswers'] ?? 0)
  const one = {
    answers,
    inputTokens: sums['unpricedInputTokens'] ?? 0,
    outputTokens: sums['unpricedOutputTokens'] ?? 0,
    cacheReadTokens: sums['unpricedCacheReadTokens'] ?? 0,
    cacheWriteTokens: sums['unpricedCacheWriteTokens'] ?? 0,
  }
  return Object.values(one).every((number) => number === 0) ? [] : [{ model, day, ...one }]
}

async function inheritedBy(scope: Scope, groups: Groups, id: string): Promise<readonly UnpricedTokens[]> {
  const conversation = (await groups.conversations()).find((one) => one.id === id)
  const pointId = conversation?.forkPointId ?? null
  if (pointId === null) return []
  return spendingOnPath(scope, asTreeNode(await scope.reads.observation(pointId))).unpriced()
}
