/** What is known of what answers cost: a sum over nothing known is null, never 0. */
import type { UsageSums } from '../model.ts'
import type { Estimate } from './prices.ts'

/** Costs are added up and taken off with small errors. */
const smallestCost = 1e-12

/** Returns the cost that answers state, be it 0; null where none states one. A tool may have a share of a stated cost and none of the answers. */
export function statedCost({ pricedAnswers, costUsd }: Pick<UsageSums, 'pricedAnswers' | 'costUsd'>): number | null {
  return pricedAnswers > 0 || costUsd > smallestCost ? costUsd : null
}

/** Returns what prices make of answers that state no cost; null where they make nothing of any. */
export function estimatedCost({ answers, costUsd }: Estimate): number | null {
  return answers > 0 || costUsd > smallestCost ? costUsd : null
}
