import { FindHits, type FindHitsQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'

type Node = FindHitsQuery['search']['nodes'][number]

/** What is searched for, and where: everywhere where no conversation is named. */
export interface SearchAsked {
  readonly text: string
  readonly conversationId: string | null
  readonly onPathOnly: boolean
  readonly limit: number
}
export interface SearchHits {
  readonly hits: readonly FoundHit[]
  readonly hasMore: boolean
  /** Stored observations that were not searched; null: not known. */
  readonly behind: number | null
}
/** A hit, with what it was found in by its id. */
export type FoundHit = Omit<Node, 'observation' | 'conversation'> & {
  readonly conversationId: string
  readonly title: string
  readonly observationId: string
  readonly role: Node['observation']['role']
  readonly observedAt: string
}

const mostAtOnce = 100

/** Returns what answers a search, page by page, as many as are wanted. */
export async function searchHits(graph: GraphClient, request: SearchAsked): Promise<SearchHits> {
  const { text, conversationId, onPathOnly, limit } = request
  const within = conversationId === null && !onPathOnly ? null : { conversationId, onPathOnly }
  const hits: FoundHit[] = []
  for (let after: string | null = null; ;) {
    const first = Math.min(mostAtOnce, limit - hits.length)
    const answer: FindHitsQuery = await graph.query(FindHits, { text, in: within, first, after })
    const { nodes, pageInfo, behind } = answer.search
    hits.push(...nodes.map(hitOf))
    if (!pageInfo.hasNextPage || hits.length >= limit) return { hits, hasMore: pageInfo.hasNextPage, behind }
    after = pageInfo.endCursor
  }
}

function hitOf({ observation, conversation, ...hit }: Node): FoundHit {
  const { id: observationId, role, observedAt } = observation
  return { conversationId: conversation.id, title: conversation.title, observationId, role, observedAt, ...hit }
}
