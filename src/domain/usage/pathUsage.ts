import type { Observation, PathUsage, Usage, UsageSums } from '../model.ts'

/** What an answer counts. */
export type AnswerUsage = Omit<UsageSums, 'answers'>

/** How many answers back a further part of one is known for what it is without looking. */
const remembered = 4
const counters = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'costUsd'] as const

/** What nothing costs. */
export const noUsage: PathUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
  answers: 0,
  recent: [],
}

/** Returns the answer that a node is of and of which parts may stand farther up its path than the sums there know; null: none. */
export function answerToSeek(above: PathUsage, { usage, copyOf }: Spending): string | null {
  const answerId = usage?.answerId ?? null
  if (answerId === null || copyOf !== null || above.recent.length < remembered) return null
  return above.recent.some((answer) => answer.answerId === answerId) ? null : answerId
}

/** Returns what parts of one answer count: the largest of each; null where there are none. */
export function usageOfParts(parts: readonly Spending[]): AnswerUsage | null {
  const counted = parts.flatMap(({ usage, copyOf }) => (usage === null || copyOf !== null ? [] : [countedOf(usage)]))
  if (counted.length === 0) return null
  return eachOf((name) => Math.max(...counted.map((part) => part[name])))
}

type Spending = Pick<Observation, 'usage' | 'copyOf'>

/**
 * Returns the sums of a path with one more node at its end. A further part of an answer adds only what it counts beyond
 * the parts before it, which are `earlier` where they stand farther up than the sums know (`answerToSeek`); a copy adds
 * nothing, for its original is counted where it stands.
 */
export function usageAfter(above: PathUsage, node: Spending, earlier: AnswerUsage | null = null): PathUsage {
  const { usage, copyOf } = node
  if (usage === null || copyOf !== null) return above
  const given = countedOf(usage)
  const { answerId } = usage
  if (answerId == null) return { ...plus(above, given), answers: above.answers + 1, recent: above.recent }
  const known = above.recent.find((answer) => answer.answerId === answerId) ?? earlier
  const largest = known ? eachOf((name) => Math.max(known[name], given[name])) : given
  const added = known ? eachOf((name) => largest[name] - known[name]) : given
  const others = above.recent.filter((answer) => answer !== known)
  return {
    ...plus(above, added),
    answers: above.answers + (known ? 0 : 1),
    recent: [...others, { answerId, ...largest }].slice(-remembered),
  }
}

function plus(sums: AnswerUsage, added: AnswerUsage): AnswerUsage {
  return eachOf((name) => sums[name] + added[name])
}

function countedOf(usage: Usage): AnswerUsage {
  return eachOf((name) => usage[name] ?? 0)
}

function eachOf(value: (name: (typeof counters)[number]) => number): AnswerUsage {
  return {
    inputTokens: value('inputTokens'),
    outputTokens: value('outputTokens'),
    cacheReadTokens: value('cacheReadTokens'),
    cacheWriteTokens: value('cacheWriteTokens'),
    costUsd: value('costUsd'),
  }
}

/** Returns sums without what else is kept beside them; null: of nothing. */
export function sumsOf(usage: UsageSums | null): UsageSums {
  const { answers, ...sums } = usage ?? noUsage
  return { ...eachOf((name) => sums[name]), answers }
}

/** Sums over many observations, in whatever order they come. */
export interface AnswerSums {
  add(node: Pick<Observation, 'usage' | 'copyOf'>): void
  total(): UsageSums
}

/** Returns sums of nothing yet. Of the parts of one answer the largest value of each counter counts; a copy adds nothing. */
export function answerSums(): AnswerSums {
  const parts = new Map<string, AnswerUsage>()
  let [sums, answers]: [AnswerUsage, number] = [noUsage, 0]
  return {
    add({ usage, copyOf }) {
      if (usage === null || copyOf !== null) return
      const given = countedOf(usage)
      const id = usage.answerId ?? null
      const known = id === null ? undefined : parts.get(id)
      const largest = known ? eachOf((name) => Math.max(known[name], given[name])) : given
      sums = plus(sums, known ? eachOf((name) => largest[name] - known[name]) : given)
      if (!known) answers++
      if (id !== null) parts.set(id, largest)
    },
    total: () => ({ ...eachOf((name) => sums[name]), answers }),
  }
}

type Packed = readonly [readonly number[], ...(readonly (string | number)[])[]]

/** Returns the sums as they lie in a store: numbers in a fixed order, then each remembered answer; undefined for none. */
export function packUsage(usage: PathUsage): Packed | undefined {
  if (usage.answers === 0) return undefined
  return [
    [...counters.map((name) => usage[name]), usage.answers],
    ...usage.recent.map((answer) => [answer.answerId, ...counters.map((name) => answer[name])]),
  ]
}

/** Returns what `packUsage` packed. */
export function unpackUsage(packed: Packed | undefined): PathUsage {
  if (packed === undefined) return noUsage
  const [sums, ...recent] = packed
  return {
    ...eachOf((name) => sums[counters.indexOf(name)] ?? 0),
    answers: sums[counters.length] ?? 0,
    recent: recent.map(([answerId, ...numbers]) => ({
      answerId: String(answerId),
      ...eachOf((name) => Number(numbers[counters.indexOf(name)])),
    })),
  }
}
