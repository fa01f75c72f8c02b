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

/** Returns usage with 0 for what it does not say. */
export const countersOf = (usage: UsageInput): Counters => counters((name) => usage[name] ?? 0)

/** Returns the sums, none beyond 2^53 - 1: a larger one would not keep its value, nor be a `Long`. */
export const plus = (a: Counters, b: Counters): Counters =>
  counters((name) => Math.min(a[name] + b[name], Number.MAX_SAFE_INTEGER))
export const minus = (a: Counters, b: Counters): Counters => counters((name) => a[name] - b[name])

/** Returns the larger of each counter. */
export const largestOf = (a: Counters, b: Counters): Counters => counters((name) => Math.max(a[name], b[name]))

/** Returns the numbers in the order of their names. */
export const packCounters = (given: Counters): number[] => counterNames.map((name) => given[name])

/** Returns what `packCounters` packed; a number that is missing is 0. */
export const unpackCounters = (numbers: readonly (string | number)[]): Counters =>
  counters((name) => Number(numbers[counterNames.indexOf(name)] ?? 0))
