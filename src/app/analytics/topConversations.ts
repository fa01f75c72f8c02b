import { estimate } from '../../domain/usage/prices.ts'
import { pricesIn } from '../prices/prices.ts'
import type { Scope } from '../scope.ts'
import { wholeCount } from '../read/lists.ts'
import { conversationsIn, promptsIn, type KnownConversation } from './conversations.ts'
import type { Groups } from './groups.ts'
import { unpricedBy } from './unpriced.ts'

/** What conversations are compared by. */
export type ConversationMeasure = 'PROMPTS' | 'TURNS' | 'BRANCHES' | 'FORKS' | 'FAILURES' | 'TOKENS' | 'COST'

/** What a conversation comes to in a measure. */
export interface ConversationCount {
  readonly conversationId: string
  readonly count: number
}

/**
 * Returns the conversations of most, those of none left out; `counted`: those that the filter leaves. It ranks these, and filters nothing that is
 * counted of each but the turns: forks count whether the filter leaves them or not. Cost is what answers state, and what the tenant's
 * prices make of others.
 */
export async function topConversations(
  scope: Scope,
  groups: Groups,
  counted: () => Promise<readonly KnownConversation[]>,
  by: ConversationMeasure,
  top: number,
): Promise<ConversationCount[]> {
  const live = new Map((await counted()).filter(({ deleted }) => !deleted).map((one) => [one.id, one]))
  const counts = by === 'COST' ? await costs(scope, groups) : await countsBy(scope, groups, [...live.values()], by)
  return [...counts]
    .filter(([id, count]) => live.has(id) && count > 0)
    .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
    .slice(0, top)
    .map(([conversationId, count]) => ({ conversationId, count }))
}

async function countsBy(
  scope: Scope,
  groups: Groups,
  live: readonly KnownConversation[],
  by: Exclude<ConversationMeasure, 'COST'>,
): Promise<ReadonlyMap<string, number>> {
  if (by === 'PROMPTS') return new Map([...(await promptsIn(scope, live))].map(([id, { prompts }]) => [id, prompts]))
  if (by === 'BRANCHES') return new Map(live.map(({ id, shape }) => [id, shape.leaves]))
  if (by === 'FORKS') return forksOf(scope, live)
  if (by === 'FAILURES') {
    const rows = await groups.cells('tools', 'row')
    return summed(rows.map(({ keys, sums }) => [keys['conversationId'] ?? '', sums['errors'] ?? 0] as const))
  }
  const results = await groups.of('usage', 'conversation')
  return new Map(results.map(({ key, sums }) => [key, measured(sums, by)]))
}

/** Up to so many conversations are asked for their forks one by one, in one call; of more all conversations are read. */
const mostAsked = 1_000

async function forksOf(scope: Scope, live: readonly KnownConversation[]): Promise<ReadonlyMap<string, number>> {
  if (live.length <= mostAsked)
    return new Map(await Promise.all(live.map(async ({ id }) => [id, await wholeCount(scope, 'forks', id)] as const)))
  const forks = (await conversationsIn(scope, null)).filter(({ deleted }) => !deleted)
  return summed(forks.flatMap(({ source }) => (source === null ? [] : [[source, 1] as const])))
}

async function costs(scope: Scope, groups: Groups): Promise<ReadonlyMap<string, number>> {
  const [prices, results] = await Promise.all([pricesIn(scope), groups.of('usage', 'conversation')])
  const unpriced = prices.length === 0 ? null : await unpricedBy(groups, ['CONVERSATION'])
  const estimated = (key: string): number =>
    unpriced ? estimate(prices, unpriced.get(JSON.stringify([key])) ?? []).costUsd : 0
  return new Map(
    results.map(({ key, sums }) => [key, Number(((sums['costUsd'] ?? 0) + estimated(key)).toPrecision(12))]),
  )
}

function measured(sums: Readonly<Record<string, number>>, by: 'TURNS' | 'TOKENS'): number {
  if (by === 'TURNS') return sums['messages'] ?? 0
  return (sums['inputTokens'] ?? 0) + (sums['outputTokens'] ?? 0)
}

function summed(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const results = new Map<string, number>()
  for (const [id, count] of counts) results.set(id, (results.get(id) ?? 0) + count)
  return results
}
