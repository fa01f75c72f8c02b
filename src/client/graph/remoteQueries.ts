import type { OriginKind, TreeShape } from '../../domain/model.ts'
import type { Compared, ConversationStats, Found, FoundHit, Integrity, SearchAsked } from '../graph.ts'
import { mostNamed, type Spent } from '../spent.ts'

/** Asks one GraphQL query. */
export type Query = <T>(text: string, variables: object) => Promise<T>

const shape = 'treeShape { nodes roots leaves branchPoints versionPoints sidechains toolCalls }'

export const tree = `query ($id: ID!, $format: TreeFormat!, $maxNodes: Int!, $unfold: Boolean!) {
  conversation(id: $id) { tree(format: $format, maxNodes: $maxNodes, unfold: $unfold) }
}`
/** Nodes that a server draws at most. */
export const mostDrawn = 10_000

export const diff = `query ($base: ID!, $target: ID!) {
  diff(base: { conversationId: $base }, target: { conversationId: $target }) {
    markdown baseOnlyCount targetOnlyCount changed { base { id } }
  }
}`
export interface DiffAnswer {
  readonly diff: Omit<Compared, 'changedCount'> & { readonly changed: readonly unknown[] }
}

export const integrity = `query ($id: ID!, $after: String) {
  integrity(conversationId: $id, after: $after) { damage repairable findings { code message details } next }
}`

export interface IntegrityAnswer {
  readonly integrity: Integrity & { readonly next: string | null }
}

export const conversation = `query ($id: ID!) {
  conversation(id: $id) {
    id title origin createdAt updatedAt turnCount
    forkedFrom { conversation { id } turn pathHash }
    ${shape}
    messages(first: 1) { totalCount }
    events(first: 1) { totalCount }
    forks(first: 1) { totalCount }
  }
}`
type Named = Pick<ConversationStats, 'id' | 'title' | 'origin' | 'createdAt' | 'updatedAt' | 'turnCount'>
export interface ConversationAnswer extends Named {
  readonly forkedFrom: {
    readonly conversation: { readonly id: string }
    readonly turn: number | null
    readonly pathHash: string
  } | null
  readonly treeShape: TreeShape
  readonly messages: { readonly totalCount: number }
  readonly events: { readonly totalCount: number }
  readonly forks: { readonly totalCount: number | null }
}

/** Returns a conversation's numbers from what the API answers. */
export function statsOf(answer: ConversationAnswer, spent: Spent): ConversationStats {
  const { forkedFrom, treeShape, messages, events, forks, ...named } = answer
  return {
    ...named,
    forkedFrom: forkedFrom && {
      conversationId: forkedFrom.conversation.id,
      turn: forkedFrom.turn,
      pathHash: forkedFrom.pathHash,
    },
    shape: treeShape,
    messages: messages.totalCount,
    events: events.totalCount,
    forks: forks.totalCount,
    spent,
  }
}

const used = 'inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers'
const spent = `query ($ids: [ID!], $top: Int!) {
  analytics(filter: { conversationIds: $ids, includeExperiments: true }) {
    usage { ${used} } models: usageBy(dimension: MODEL, top: $top) { key totals { ${used} } } tools(top: $top) { name calls errors }
  }
}`

/** Returns what conversations cost, or all of them (null). */
export async function spentOf(query: Query, ids: readonly string[] | null): Promise<Spent> {
  return (await query<{ readonly analytics: Spent }>(spent, { ids, top: mostNamed })).analytics
}

const paged = (fields: string) => `query ($after: String) {
  conversations(first: 100, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } }
}`
export const ids = paged('id')
export const listed = paged('id title origin createdAt updatedAt turnCount')
export const counted = paged(
  `origin updatedAt forkedFrom { observation { depth } } messages(first: 1) { totalCount } ${shape}`,
)
export interface CountedAnswer {
  readonly origin: OriginKind
  readonly updatedAt: string
  readonly messages: { readonly totalCount: number }
  readonly forkedFrom: { readonly observation: { readonly depth: number } | null } | null
  readonly treeShape: TreeShape
}

interface Page<T> {
  readonly conversations: {
    readonly nodes: readonly T[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
}

/** Yields what a query asks of each conversation, page by page. */
export async function* pages<T>(query: Query, text: string): AsyncGenerator<T> {
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: Page<T>['conversations'] = (await query<Page<T>>(text, { after })).conversations
    yield* nodes
    if (!pageInfo.hasNextPage) return
    after = pageInfo.endCursor
  }
}

const found = `query ($text: String!, $in: SearchScope, $first: Int!, $after: String) {
  search(text: $text, in: $in, first: $first, after: $after) {
    nodes {
      observation { id role observedAt } conversation { id }
      snippet highlights { from to } score turn matches
    }
    pageInfo { hasNextPage endCursor } behind
  }
}`
interface FoundAnswer {
  readonly search: {
    readonly nodes: readonly (Omit<FoundHit, 'conversationId' | 'observationId' | 'role' | 'observedAt'> & {
      readonly observation: { readonly id: string } & Pick<FoundHit, 'role' | 'observedAt'>
      readonly conversation: { readonly id: string }
    })[]
    readonly pageInfo: Page<never>['conversations']['pageInfo']
    readonly behind: number | null
  }
}
const mostAtOnce = 100

/** Returns what answers a search, page by page, as many as are wanted. */
export async function search(query: Query, { text, conversationId, onPathOnly, limit }: SearchAsked): Promise<Found> {
  const within = conversationId === null && !onPathOnly ? null : { conversationId, onPathOnly }
  const hits: FoundHit[] = []
  for (let after: string | null = null; ;) {
    const first = Math.min(mostAtOnce, limit - hits.length)
    const { nodes, pageInfo, behind }: FoundAnswer['search'] = (
      await query<FoundAnswer>(found, { text, in: within, first, after })
    ).search
    for (const { observation, conversation, ...hit } of nodes) {
      const { id, role, observedAt } = observation
      hits.push({ conversationId: conversation.id, observationId: id, role, observedAt, ...hit })
    }
    if (!pageInfo.hasNextPage || hits.length >= limit) return { hits, hasMore: pageInfo.hasNextPage, behind }
    after = pageInfo.endCursor
  }
}
