import { Spent as SpentDocument, type SpentQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'

/** What conversations cost, by the models that answered and the tools that were called most. */
export interface Spent extends Omit<SpentQuery['analytics'], 'costs'> {
  /** Answers of models that state no cost in a conversation: what they cost is unknown, not 0. */
  readonly answersWithoutCost: number
}

/** How many models and tools are named. */
const mostNamed = 5

/** Returns what conversations cost, or all of them (null). */
export async function spentOf(
  graph: GraphClient,
  ids: readonly string[] | null,
  includeExperiments = true,
): Promise<Spent> {
  const { analytics } = await graph.query(SpentDocument, { ids, top: mostNamed, includeExperiments })
  const { costs, ...spent } = analytics
  const unknown = costs.filter(({ totals }) => totals.costUsd === 0)
  return { ...spent, answersWithoutCost: unknown.reduce((sum, { totals }) => sum + totals.answers, 0) }
}
