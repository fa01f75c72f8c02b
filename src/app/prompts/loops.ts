import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { Run } from '../../domain/records/run.ts'
import { countsBetween, type LoopCounts, type LoopSummary } from '../../domain/prompts/loop.ts'
import { loopOf } from '../../domain/prompts/rows.ts'
import { spendingBetween, type Spending } from '../prices/spending.ts'
import { activeRun } from '../runs/runQueries.ts'
import { readSpan } from './pathNodes.ts'
import type { LoopSpan } from './rows.ts'
import { sidechainsIn } from './sidechainsOf.ts'
import { countsTo } from './placeCounts.ts'

/** Returns what is counted of a stretch: the difference of two places, so no node between them is read. */
export function countsOf({ before, last }: LoopSpan): LoopCounts {
  return countsBetween(countsTo(before), countsTo(last))
}

/** Returns what a stretch cost. */
export function spendingOfLoop(span: LoopSpan): Spending {
  return spendingBetween(span.path.scope, countsOf(span).usage, span.last, span.before)
}

/** Returns all that a stretch came to, by its nodes. */
export async function summaryOf(span: LoopSpan): Promise<LoopSummary> {
  const { nodes, calls } = await readSpan(span)
  return loopOf(nodes, countsTo(span.before), calls)
}

/** Returns the run that is under way in a stretch: at the head of its conversation. */
export async function runningIn({ path, last }: LoopSpan): Promise<Run | null> {
  const { conversation, scope } = path
  return last.id === conversation.headId ? activeRun(scope, conversation) : null
}

/** Returns the sub-agents that calls of a stretch started. */
export async function startedIn(span: LoopSpan): Promise<Conversation[]> {
  return (await sidechainsIn(span)).map(({ sidechain }) => sidechain)
}

/** Says whether a node of a path lies in a stretch of it. */
export function isInSpan({ first, last }: LoopSpan, { place }: Pick<TreeNode, 'place'>): boolean {
  return place.depth >= first.place.depth && place.depth <= last.place.depth
}
