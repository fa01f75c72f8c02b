import { setTimeout as sleep } from 'node:timers/promises'
import { search, type SearchHit } from '../../app/search/search.ts'
import type { OpenParts } from '../../compose.ts'
import { formatInstant } from '../../domain/instants.ts'
import type { FoundHit, Found, SearchAsked } from '../graph.ts'

const mostAtOnce = 100

/** Returns what answers a search, on a store that is opened here. */
export async function searchHere(parts: OpenParts, asked: SearchAsked): Promise<Found> {
  const { text, conversationId, onPathOnly, limit } = asked
  const within = conversationId === null && !onPathOnly ? null : { conversationId, onPathOnly }
  const hits: FoundHit[] = []
  for (let after: string | null = null; ;) {
    const first = Math.min(mostAtOnce, limit - hits.length)
    const page = await search(parts.scope(), text, within, { first, after })
    hits.push(...page.items.map(({ item }) => foundHit(item)))
    after = page.items.at(-1)?.cursor ?? null
    if (!page.hasNextPage || hits.length >= limit) return { hits, hasMore: page.hasNextPage, behind: page.behind }
  }
}

function foundHit({ observation, conversation, snippet, highlights, score, turn, matches }: SearchHit): FoundHit {
  return {
    conversationId: conversation.id,
    observationId: observation.id,
    role: observation.role,
    turn,
    observedAt: formatInstant(observation.observedAt),
    snippet,
    highlights,
    score,
    matches,
  }
}

const pause = 100

/** Makes the index anew and waits for it; answers how many observations it has gone through. */
export async function reindexHere(parts: OpenParts, onProgress: (done: number, all: number) => void): Promise<number> {
  await parts.search.reindex()
  const all = (await parts.search.behind()) ?? 0
  for (;;) {
    const left = (await parts.search.behind()) ?? 0
    onProgress(Math.max(0, all - left), all)
    if (left === 0) return all
    await sleep(pause)
  }
}
