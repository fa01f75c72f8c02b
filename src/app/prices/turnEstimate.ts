import type { Observation } from '../../domain/model.ts'
import { dayOf, nameKey } from '../../domain/usage/counted.ts'
import { countersOf } from '../../domain/usage/counters.ts'
import { estimate } from '../../domain/usage/prices.ts'
import type { Scope } from '../scope.ts'
import { pricesIn } from './prices.ts'

/** Returns what a turn that states no cost would have cost by the tenant's prices; null where that is not known, or it states one. */
export async function turnEstimate(
  scope: Scope,
  { usage, model, observedAt }: Pick<Observation, 'usage' | 'model' | 'observedAt'>,
): Promise<number | null> {
  if (usage === null || usage.costUsd != null) return null
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = countersOf(usage)
  const of = { model: nameKey(model ?? ''), day: dayOf(observedAt), answers: 1 }
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  const { costUsd, answers } = estimate(await pricesIn(scope), [{ ...of, ...tokens }])
  return answers === 0 ? null : costUsd
}
