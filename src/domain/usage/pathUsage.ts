import type { Instant, Observation, PathUsage, UnpricedTokens, UsageSums } from '../model.ts'
import { dayOf, nameKey } from './counted.ts'
import {
  counterNames,
  countersOf,
  largestOf,
  largestSpent,
  minus,
  noCounters,
  packCounters,
  plus,
  spentOf,
  unpackCounters,
  type Counters,
  type Spent,
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
  const counters = countersOf(usage)
  const { answerId } = usage
  if (answerId == null) return pathUsage(plus(above, counters), above.answers + 1, above.recent)
  const known = above.recent.find((answer) => answer.answerId === answerId) ?? earlier
  const largest = known ? largestOf(known, counters) : counters
  const added = known ? minus(largest, known) : counters
  const others = above.recent.filter((answer) => answer !== known)
  const recent = [...others.slice(1 - remembered), recentAnswer(answerId, largest)]
  return pathUsage(plus(above, added), above.answers + (known ? 0 : 1), recent)
}

/** Member by member, as every answer on a path has one: objects put together from others cost several times as much. */
function pathUsage(sums: Counters, answers: number, recent: PathUsage['recent']): PathUsage {
  return {
    inputTokens: sums.inputTokens,
    outputTokens: sums.outputTokens,
    cacheReadTokens: sums.cacheReadTokens,
    cacheWriteTokens: sums.cacheWriteTokens,
    costUsd: sums.costUsd,
    answers,
    recent,
  }
}

function recentAnswer(answerId: string, counts: Counters): PathUsage['recent'][number] {
  return {
    answerId,
    inputTokens: counts.inputTokens,
    outputTokens: counts.outputTokens,
    cacheReadTokens: counts.cacheReadTokens,
    cacheWriteTokens: counts.cacheWriteTokens,
    costUsd: counts.costUsd,
  }
}

/** Sums over many observations, in whatever order they come. */
export interface AnswerSums {
  add(node: Pick<Observation, 'usage' | 'copyOf' | 'model' | 'observedAt'>): void
  total(): UsageSums
  /** The tokens of answers that state no cost. */
  unpriced(): readonly UnpricedTokens[]
}

/** Returns sums of nothing yet. Of the parts of one answer the largest value of each counter counts; a copy adds nothing. */
export function answerSums(): AnswerSums {
  const named = new Map<string, AnsweredAt>()
  const others: AnsweredAt[] = []
  const all = () => [...named.values(), ...others]
  return {
    add({ usage, copyOf, model, observedAt }) {
      if (usage === null || copyOf !== null) return
      const one = { spent: spentOf(usage), model: nameKey(model ?? ''), at: observedAt }
      const id = usage.answerId ?? null
      if (id === null) others.push(one)
      else named.set(id, joined(named.get(id), one))
    },
    total: () => ({
      ...all().reduce((sums, { spent }) => plus(sums, spent), noCounters),
      answers: all().length,
      pricedAnswers: all().filter(({ spent }) => spent.stated).length,
    }),
    unpriced: () =>
      all().flatMap(({ spent: { stated, costUsd: _, ...tokens }, model, at }) =>
        stated ? [] : [{ model, day: dayOf(at), answers: 1, ...tokens }],
      ),
  }
}

/** An answer by its earliest part. */
interface AnsweredAt {
  readonly spent: Spent
  readonly model: string
  readonly at: Instant
}

function joined(known: AnsweredAt | undefined, part: AnsweredAt): AnsweredAt {
  if (known === undefined) return part
  return { ...(part.at < known.at ? part : known), spent: largestSpent(known.spent, part.spent) }
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
