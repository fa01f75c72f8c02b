import type { TreeNode, UnpricedTokens, UsageSums } from '../../domain/model.ts'
import { sumsAt } from '../../domain/usage/pathPricing.ts'
import { estimate, takenOff, type Estimate } from '../../domain/usage/prices.ts'
import { nodeAt } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { pricesIn } from './prices.ts'

/** Sums of answers, and the tokens of those that state no cost, which are read when they are asked for. */
export interface Spending extends UsageSums {
  readonly unpriced: () => Promise<readonly UnpricedTokens[]>
}

/** Returns sums with what gives the tokens of those of their answers that state no cost. */
export function spendingOf(sums: UsageSums, unpriced: Spending['unpriced']): Spending {
  let read: ReturnType<Spending['unpriced']> | null = null
  return { ...sums, unpriced: () => (read ??= unpriced()) }
}

/** Returns what the answers on a path cost. */
export function spendingOnPath(scope: Scope, end: TreeNode | null): Spending {
  return spendingOf(sumsAt(end?.place), () => unpricedOnPath(scope, end, null))
}

/** Returns the sums of a stretch of a path, `before` it and at its end, with its answers that state no cost. */
export function spendingBetween(scope: Scope, sums: UsageSums, end: TreeNode, before: TreeNode | null): Spending {
  return spendingOf(sums, () => unpricedOnPath(scope, end, before))
}

/** Returns what `whole` spends more than a part of it. */
export function spendingBehind(sums: UsageSums, whole: Spending, part: Spending): Spending {
  return spendingOf(sums, async () => [...(await whole.unpriced()), ...takenOff(await part.unpriced())])
}

const estimates = new WeakMap<Spending, Promise<Estimate>>()

/** Returns what answers that state no cost would have cost by the tenant's prices, computed once. */
export function estimateOf(scope: Scope, spending: Spending): Promise<Estimate> {
  const known = estimates.get(spending) ?? estimateNow(scope, spending)
  estimates.set(spending, known)
  return known
}

async function estimateNow(scope: Scope, { unpriced }: Spending): Promise<Estimate> {
  const prices = await pricesIn(scope)
  return estimate(prices, prices.length === 0 ? [] : await unpriced())
}

/**
 * A few sums stand at each node; where those before them stand, it says. So a path is looked at where its answers are of
 * further models or days, and nowhere else.
 */
async function unpricedOnPath(
  { reads }: Scope,
  end: TreeNode | null,
  before: TreeNode | null,
): Promise<UnpricedTokens[]> {
  const results: UnpricedTokens[] = []
  const from = before?.place.depth ?? -1
  for (let at = end; at !== null && at.place.depth > from;) {
    const { pricing } = at.place
    results.push(...pricing.unpriced)
    const above = pricing.above ?? -1
    if (above < from) return [...results, ...takenOff(before?.place.pricing.unpriced ?? [])]
    at = above < 0 ? null : await nodeAt(reads, at, 'depth', above)
  }
  return results
}
