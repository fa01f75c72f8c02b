/** The counters of tokens and cost: their names and order, once. What sums, packs or lists them goes through here. */
import type { UsageInput } from '../model.ts'

/** In the order in which they are packed and listed. */
export const counterNames = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'costUsd'] as const
export type CounterName = (typeof counterNames)[number]

/** Tokens and cost. */
export type Counters = { readonly [N in CounterName]: number }

/** Returns counters made one by one. Written out, for an object that is put together by its keys costs several times as much. */
export function counters(value: (name: CounterName) => number): Counters {
  return {
    inputTokens: value('inputTokens'),
    outputTokens: value('outputTokens'),
    cacheReadTokens: value('cacheReadTokens'),
    cacheWriteTokens: value('cacheWriteTokens'),
    costUsd: value('costUsd'),
  }
}

export const noCounters = counters(() => 0)

/** The tokens of answers that state no cost: what a price table may estimate (prices.ts). */
const unpricedNames = [
  'unpricedInputTokens',
  'unpricedOutputTokens',
  'unpricedCacheReadTokens',
  'unpricedCacheWriteTokens',
] as const

/** What sums of answers add up, in the order in which stores keep it. */
export const answerSumNames = [...counterNames, 'answers', 'pricedAnswers', ...unpricedNames] as const
export type AnswerSum = { readonly [N in (typeof answerSumNames)[number]]: number }

/** What an answer, or a part of it, says that it took, and whether it states what it cost. */
export interface Spent extends Counters {
  readonly stated: boolean
}

export const noSpent: Spent = { ...noCounters, stated: false }

/** Returns usage with 0 for what it does not say. A cost of 0 is stated, too. */
export function spentOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd }: UsageInput): Spent {
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: cacheReadTokens ?? 0,
    cacheWriteTokens: cacheWriteTokens ?? 0,
    costUsd: costUsd ?? 0,
    stated: costUsd != null,
  }
}

/** Returns what one answer adds to sums. Member by member, as every answer that is stored passes here. */
export function answerSumOf(spent: Spent): AnswerSum {
  const tokens = spent.stated ? noCounters : spent
  return {
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
    cacheReadTokens: spent.cacheReadTokens,
    cacheWriteTokens: spent.cacheWriteTokens,
    costUsd: spent.costUsd,
    answers: 1,
    pricedAnswers: spent.stated ? 1 : 0,
    unpricedInputTokens: tokens.inputTokens,
    unpricedOutputTokens: tokens.outputTokens,
    unpricedCacheReadTokens: tokens.cacheReadTokens,
    unpricedCacheWriteTokens: tokens.cacheWriteTokens,
  }
}

/** Returns usage with 0 for what it does not say. */
export function countersOf(usage: UsageInput): Counters {
  return {
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    cacheReadTokens: usage.cacheReadTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    costUsd: usage.costUsd ?? 0,
  }
}

/** Makes one number of each pair. A member that is looked up by its name costs several times as much. */
function pairwise(a: Counters, b: Counters, one: (a: number, b: number) => number): Counters {
  return {
    inputTokens: one(a.inputTokens, b.inputTokens),
    outputTokens: one(a.outputTokens, b.outputTokens),
    cacheReadTokens: one(a.cacheReadTokens, b.cacheReadTokens),
    cacheWriteTokens: one(a.cacheWriteTokens, b.cacheWriteTokens),
    costUsd: one(a.costUsd, b.costUsd),
  }
}
const cappedSum = (a: number, b: number) => Math.min(a + b, Number.MAX_SAFE_INTEGER)
const difference = (a: number, b: number) => a - b
const larger = (a: number, b: number) => Math.max(a, b)

/** Returns the sums, none beyond 2^53 - 1: a larger one would not keep its value, nor be a `Long`. */
export const plus = (a: Counters, b: Counters): Counters => pairwise(a, b, cappedSum)
export const minus = (a: Counters, b: Counters): Counters => pairwise(a, b, difference)

/** Returns the larger of each counter. */
export const largestOf = (a: Counters, b: Counters): Counters => pairwise(a, b, larger)

/** Returns what two parts of one answer say together. */
export const largestSpent = (a: Spent, b: Spent): Spent => ({ ...largestOf(a, b), stated: a.stated || b.stated })

/** Returns the numbers in the order of their names. */
export const packCounters = (input: Counters): number[] => [
  ...[input.inputTokens, input.outputTokens, input.cacheReadTokens, input.cacheWriteTokens, input.costUsd],
]

/** Returns what `packCounters` packed; a number that is missing is 0. */
export const unpackCounters = (numbers: readonly (string | number)[]): Counters =>
  counters((name) => Number(numbers[counterNames.indexOf(name)] ?? 0))
