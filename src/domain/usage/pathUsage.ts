import type { Observation, PathUsage, UsageSums } from '../model.ts'
import {
  counterNames,
  counters,
  countersOf,
  largestOf,
  minus,
  noCounters,
  packCounters,
  plus,
  unpackCounters,
  type Counters,
} from './counters.ts'

/** What an answer counts. */
export type AnswerUsage = Counters

/** How many answers back a further part of one is known for what it is without looking. */
const remembered = 4

/** What nothing costs. */
export const noUsage: PathUsage = { ...noCounters, answers: 0, recent: [] }

/** Returns the answer that a node is of and of which parts may stand farther up its path than the sums there know; null: none. */
export function answerToSeek(above: PathUsage, { usage, copyOf }: Spending): string | null {
  const answerId = usage?.answerId ?? null
  if (answerId === null || copyOf !== null || above.recent.length < remembered) return null
  return above.recent.some((answer) => answer.answerId === answerId) ? null : answerId
}

/** Returns what parts of one answer count: the largest of each; null where there are none. */
export function usageOfParts(parts: readonly Spending[]): AnswerUsage | null {
  const counted = parts.flatMap(({ usage, copyOf }) => (usage === null || copyOf !== null ? [] : [countersOf(usage)]))
  return counted.length === 0 ? null : counted.reduce(largestOf)
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
  const given = countersOf(usage)
  const { answerId } = usage
  if (answerId == null) return { ...plus(above, given), answers: above.answers + 1, recent: above.recent }
  const known = above.recent.find((answer) => answer.answerId === answerId) ?? earlier
  const largest = known ? largestOf(known, given) : given
  const added = known ? minus(largest, known) : given
  const others = above.recent.filter((answer) => answer !== known)
  return {
    ...plus(above, added),
    answers: above.answers + (known ? 0 : 1),
    recent: [...others, { answerId, ...largest }].slice(-remembered),
  }
}

/** Returns sums without what else is kept beside them; null: of nothing. */
export function sumsOf(usage: UsageSums | null): UsageSums {
  const { answers, ...sums } = usage ?? noUsage
  return { ...counters((name) => sums[name]), answers }
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
      const given = countersOf(usage)
      const id = usage.answerId ?? null
      const known = id === null ? undefined : parts.get(id)
      const largest = known ? largestOf(known, given) : given
      sums = plus(sums, known ? minus(largest, known) : given)
      if (!known) answers++
      if (id !== null) parts.set(id, largest)
    },
    total: () => ({ ...counters((name) => sums[name]), answers }),
  }
}

type Packed = readonly [readonly number[], ...(readonly (string | number)[])[]]

/** Returns the sums as they lie in a store: numbers in a fixed order, then each remembered answer; undefined for none. */
export function packUsage(usage: PathUsage): Packed | undefined {
  if (usage.answers === 0) return undefined
  return [
    [...packCounters(usage), usage.answers],
    ...usage.recent.map((answer) => [answer.answerId, ...packCounters(answer)]),
  ]
}

/** Returns what `packUsage` packed. */
export function unpackUsage(packed: Packed | undefined): PathUsage {
  if (packed === undefined) return noUsage
  const [sums, ...recent] = packed
  return {
    ...unpackCounters(sums),
    answers: sums[counterNames.length] ?? 0,
    recent: recent.map(([answerId, ...numbers]) => ({ answerId: String(answerId), ...unpackCounters(numbers) })),
  }
}
