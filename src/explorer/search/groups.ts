import type { Hit } from './useHits.ts'

/** The hits of one conversation. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly updatedAt: string
  readonly hits: readonly Hit[]
}

/** Returns hits by conversation, in the order in which each was first hit. */
export function groupsOf(hits: readonly Hit[]): readonly Group[] {
  const groups = new Map<string, { id: string; title: string; updatedAt: string; hits: Hit[] }>()
  for (const hit of hits) {
    const { id, title, updatedAt } = hit.conversation
    const group = groups.get(id) ?? { id, title, updatedAt, hits: [] }
    group.hits.push(hit)
    groups.set(id, group)
  }
  return [...groups.values()]
}
