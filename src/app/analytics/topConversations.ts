import type { KnownConversation } from './conversations.ts'
import type { Groups } from './groups.ts'

/** What conversations are compared by. */
export type ConversationMeasure = 'TURNS' | 'BRANCHES' | 'FORKS' | 'FAILURES' | 'TOKENS' | 'COST'

/** What a conversation comes to in a measure. */
export interface ConversationCount {
  readonly conversationId: string
  readonly count: number
}

/** Returns the conversations of most, those of none left out; `counted`: those that the filter leaves. */
export async function topConversations(
  groups: Groups,
  counted: () => Promise<readonly KnownConversation[]>,
  by: ConversationMeasure,
  top: number,
): Promise<ConversationCount[]> {
  const live = new Map((await counted()).filter(({ deleted }) => !deleted).map((one) => [one.id, one]))
  const counts = await countsBy(groups, [...live.values()], by)
  return [...counts]
    .filter(([id, count]) => live.has(id) && count > 0)
    .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
    .slice(0, top)
    .map(([conversationId, count]) => ({ conversationId, count }))
}

async function countsBy(
  groups: Groups,
  live: readonly KnownConversation[],
  by: ConversationMeasure,
): Promise<ReadonlyMap<string, number>> {
  if (by === 'BRANCHES') return new Map(live.map(({ id, shape }) => [id, shape.leaves]))
  if (by === 'FORKS') return summed(live.flatMap(({ source }) => (source === null ? [] : [[source, 1] as const])))
  if (by === 'FAILURES') {
    const rows = await groups.cells('tools', 'row')
    return summed(rows.map(({ keys, sums }) => [keys['conversationId'] ?? '', sums['errors'] ?? 0] as const))
  }
  const found = await groups.of('usage', 'conversation')
  return new Map(found.map(({ key, sums }) => [key, measured(sums, by)]))
}

function measured(sums: Readonly<Record<string, number>>, by: 'TURNS' | 'TOKENS' | 'COST'): number {
  if (by === 'TURNS') return sums['messages'] ?? 0
  if (by === 'COST') return Number((sums['costUsd'] ?? 0).toPrecision(12))
  return (sums['inputTokens'] ?? 0) + (sums['outputTokens'] ?? 0)
}

function summed(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const [id, count] of counts) found.set(id, (found.get(id) ?? 0) + count)
  return found
}
