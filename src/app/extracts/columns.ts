import { packCounters, type Counters } from '../../domain/usage/counters.ts'
import type { UnpricedTokens } from '../../domain/model.ts'
import { estimatedCost } from '../../domain/usage/knownCost.ts'
import { estimate, type Price } from '../../domain/usage/prices.ts'
import type { Cell, Column } from '../../formats/tables/table.ts'

/** Tokens, cost, and whether the cost is known, in the order of `spentCells`. */
export const spentColumns: readonly Column[] = [
  { name: 'input_tokens', type: 'integer' },
  { name: 'output_tokens', type: 'integer' },
  { name: 'cache_read_tokens', type: 'integer' },
  { name: 'cache_write_tokens', type: 'integer' },
  { name: 'cost_usd', type: 'number' },
  { name: 'cost_source', type: 'text' },
  { name: 'estimated_cost_usd', type: 'number' },
]

/** How many answers there are, and how many of them state a cost. */
export const answerColumns: readonly Column[] = [
  { name: 'answers', type: 'integer' },
  { name: 'priced_answers', type: 'integer' },
]

/** Where a conversation is named: its title and the folder that it worked in. */
export const namedColumns: readonly Column[] = [
  { name: 'title', type: 'text' },
  { name: 'project', type: 'text' },
]

export const dayColumns: readonly Column[] = [
  { name: 'day', type: 'day' },
  { name: 'week', type: 'day' },
]

/**
 * What answers cost: STATED as a host or a transcript has it, ESTIMATED by the price table where none has, UNKNOWN where
 * that has no price either; null: there is no answer.
 */
type CostSource = 'STATED' | 'ESTIMATED' | 'UNKNOWN'

/** Returns tokens and cost as cells: a cost that none states is null, not nothing, and so is one that is not estimated. */
export function spentCells(spent: Counters, stated: number | null, estimated: number | null): Cell[] {
  const source: CostSource = stated !== null ? 'STATED' : estimated !== null ? 'ESTIMATED' : 'UNKNOWN'
  return [...tokenCells(spent), stated, source, estimated]
}

/** Returns the cells where there is no answer. */
export const nothingSpent = (spent: Counters): Cell[] => [...tokenCells(spent), null, null, null]

const tokenCells = (spent: Counters): number[] => packCounters({ ...spent, costUsd: 0 }).slice(0, -1)

/** Returns what the price table makes of tokens whose cost is not stated; null: nothing. */
export function estimatedBy(prices: readonly Price[], unpriced: readonly UnpricedTokens[]): number | null {
  return estimatedCost(estimate(prices, unpriced))
}

const dayMs = 86_400_000

/** Returns the Monday of a day's week. */
export function weekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  // Day 0 of 1970 was a Thursday.
  const sinceMonday = (((Math.floor(at / dayMs) + 3) % 7) + 7) % 7
  return new Date(at - sinceMonday * dayMs).toISOString().slice(0, 10)
}
