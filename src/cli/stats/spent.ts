import { Spent as SpentDocument, type SpentQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'

/** What conversations cost, by the models that answered and the tools that were called most. */
export interface SpentNumbers extends Numbers {
  /** Answers that state no cost: estimated, or unknown and not 0. */
  readonly answersWithoutCost: number
}
type Numbers = SpentQuery['analytics']

/** How many models and tools are named. */
const mostNamed = 5

/** Returns what conversations cost, or all of them (null). */
export async function spentOf(
  graph: GraphClient,
  ids: readonly string[] | null,
  includeExperiments = true,
): Promise<SpentNumbers> {
  const { analytics } = await graph.query(SpentDocument, { ids, top: mostNamed, includeExperiments })
  const { answers, pricedAnswers } = analytics.usage
  return { ...analytics, answersWithoutCost: answers - pricedAnswers }
}
