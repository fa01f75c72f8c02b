import { packCounters, type Counters } from '../../domain/usage/counters.ts'
import type { Cell, Column } from '../../formats/tables/table.ts'

/** Tokens, cost, and whether the cost is known, in the order of `spentCells`. */
export const spentColumns: readonly Column[] = [
  { name: 'input_tokens', type: 'integer' },
  { name: 'output_tokens', type: 'integer' },
  { name: 'cache_read_tokens', type: 'integer' },
  { name: 'cache_write_tokens', type: 'integer' },
  { name: 'cost_usd', type: 'number' },
  { name: 'cost_source', type: 'text' },
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

/** What answers cost: STATED as a host or a transcript has it, UNKNOWN where none has; null: there is no answer. */
export type CostSource = 'STATED' | 'UNKNOWN'

/** Returns tokens and cost as cells; the cost of answers of which none states one is null, not nothing. */
export function spentCells(spent: Counters, source: CostSource | null): Cell[] {
  const cost = source === 'UNKNOWN' ? null : spent.costUsd
  return [...packCounters({ ...spent, costUsd: 0 }).slice(0, -1), cost, source]
}

const dayMs = 86_400_000

/** Returns the Monday of a day's week. */
export function weekOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  // Day 0 of 1970 was a Thursday.
  const sinceMonday = (((Math.floor(at / dayMs) + 3) % 7) + 7) % 7
  return new Date(at - sinceMonday * dayMs).toISOString().slice(0, 10)
}
