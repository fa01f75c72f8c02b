import type { BranchPoint, Conversation, Observation, Segment, Tenant } from '../../domain/model.ts'
import type { Run } from '../../domain/records/run.ts'
import type { Relationship } from '../../domain/records/relationship.ts'
import type {
  BelowNode,
  ConversationQuery,
  ListName,
  ListRequest,
  Lists,
  Range,
  RelationshipList,
  RelationshipListRequest,
} from '../../storage/graphStore.ts'
import type { ById } from '../../storage/kinds.ts'
import type { TenantStore } from '../../storage/tenantStore.ts'
import { prefetchOf, type Prefetch } from './prefetch.ts'
import type { BoundedCache } from './caches/boundedCache.ts'
import { tenantCache, type TenantCache } from './caches/tenantCache.ts'
import { unlimited, cost, type Budget } from './budget.ts'
import { lengthOf, loadersOf, type Loaders, type ValueById } from './loaders.ts'
import { checkLookupId } from '../../domain/ids.ts'

/** Reads of what has one id: see the table of kinds. */
type ReadsById = { readonly [K in ById]: (id: string) => Promise<ValueById<K>> }

/**
 * The store as one request sees it: whatever is asked in the same tick of the event loop goes to the store as one
 * call, and nothing is asked twice. Made per request; `clear` after a write.
 */
export interface Reads extends ReadsById {
  /** Its immutable part, from the process's cache where it is known: the tip may be an old one. */
  segment(id: string): Promise<Segment | null>
  /** With its present tip. */
  segmentNow(id: string): Promise<Segment>
  junction(conversationId: string, parentId: string): Promise<BranchPoint | null>
  range(range: Range): Promise<Observation[]>
  /** The conversations that it was forked from, nearest first. */
  lineage(id: string): Promise<Conversation[]>
  list<N extends ListName>(request: ListRequest<N>): Promise<Lists[N][]>
  /** Length of a list, counted no farther than `limit`. */
  count(list: ListName, owner: string, limit: number): Promise<number>
  /** How many messages a conversation has of its own: a sum that is kept with them. */
  messageCount(conversationId: string): Promise<number>
  /** How many of the tool calls that a conversation recorded have failed: a sum that is kept with them. */
  failedCalls(conversationId: string): Promise<number>
  /** How much there is below a node, counted no farther than `limit`. */
  countBelow(node: BelowNode, limit: number): Promise<number>
  conversations(query: ConversationQuery): Promise<Conversation[]>
  conversationCount(query: ConversationQuery, limit: number): Promise<number>
  run(conversationId: string, runId: string): Promise<Run | null>
  relationshipList(request: RelationshipListRequest): Promise<Relationship[]>
  /** Length of such a list, counted no farther than `limit`. */
  relationshipCount(list: RelationshipList, limit: number): Promise<number>
  /** What was made of parts of the graph that never change, kept in the process across requests under a key of the maker's. */
  readonly cached: BoundedCache<unknown>
  /** Reads at once what is about to be asked for piece by piece; the fields that ask need not know. */
  readonly prefetch: Prefetch
  clear(): void
}

/** Segments and their immutable parts, kept in the process across requests (design §8). */
export interface SegmentCache {
  get(tenant: Tenant, id: string): Segment | undefined
  set(tenant: Tenant, segment: Segment): void
  /** See `Reads.kept`. */
  readonly values: TenantCache<unknown>
}

function checkQuery({ forkedFrom }: ConversationQuery): void {
  if (forkedFrom !== null) checkLookupId(forkedFrom)
}

/** Returns the reads of one request, which check every id that may come from outside; segments come from the process's cache, which holds no moving part. */
export function createReads(
  store: TenantStore,
  tenant: Tenant,
  cache: SegmentCache,
  budget: Budget = unlimited,
): Reads {
  // Made by the first read: many an append reads nothing.
  let made: Loaders | null = null
  const loaders = (): Loaders => (made ??= loadersOf(store))
  /** What is given a second time costs no read, but is walked again. */
  const charged = async <T>(items: Promise<readonly T[]>): Promise<T[]> => {
    const results = (await items) as T[]
    budget.spend(results.length * cost.known)
    return results
  }
  const ahead = prefetchOf(budget, loaders)
  // One literal that names each kind: where they came from the table of kinds, making the object took 50 µs of each request.
  return {
    conversation: async (id) => loaders().conversation.load(checkLookupId(id)),
    message: async (id) => loaders().message.load(checkLookupId(id)),
    observation: async (id) => loaders().observation.load(checkLookupId(id)),
    event: async (id) => loaders().event.load(checkLookupId(id)),
    key: async (id) => loaders().key.load(checkLookupId(id)),
    entity: async (id) => loaders().entity.load(checkLookupId(id)),
    entityType: async (id) => loaders().entityType.load(checkLookupId(id)),
    relationship: async (id) => loaders().relationship.load(checkLookupId(id)),
    attachment: async (id) => loaders().attachment.load(checkLookupId(id)),
    erasure: async (id) => loaders().erasure.load(checkLookupId(id)),
    annotations: async (id) => loaders().annotations.load(checkLookupId(id)),
    fact: async (id) => loaders().fact.load(checkLookupId(id)),
    prefetch: ahead,
    segment: async (id) => {
      const known = cache.get(tenant, id)
      if (known) return known
      const segment = await loaders().segment.load(id)
      if (segment) cache.set(tenant, segment)
      return segment
    },
    segmentNow: async (id) => {
      const segment = await loaders().segment.load(id)
      if (!segment) throw new Error(`Segment ${id} is named but missing.`)
      return segment
    },
    junction: (conversationId, parentId) => loaders().junction.load({ conversationId, parentId }),
    range: async (range) => {
      const known = ahead.known(range)
      if (known !== null) return known
      // Its length is known before it is read. What is not there, beyond a tip, is given back.
      const request = lengthOf(range)
      budget.spend(request * (cost.row + cost.known))
      const nodes = await loaders().range.load(range)
      budget.spend((nodes.length - request) * (cost.row + cost.known))
      // What a page has brought need not be asked for again by id.
      for (const node of nodes) loaders().observation.prime(node.id, node)
      return nodes
    },
    lineage: async (id) => charged(loaders().lineage.load(checkLookupId(id))),
    list: async <N extends ListName>(request: ListRequest<N>) => {
      // An owner of two ids is made of what was found.
      if (request.list !== 'childrenHere') checkLookupId(request.owner)
      return charged(loaders().listLoader(request.list).load(request) as Promise<Lists[N][]>)
    },
    count: async (list, owner, limit) =>
      Math.min(limit, await loaders().count.load({ list, owner: checkLookupId(owner), limit })),
    messageCount: async (id) => loaders().messageCount.load(checkLookupId(id)),
    failedCalls: async (id) => loaders().failedCalls.load(checkLookupId(id)),
    countBelow: async (node, limit) => Math.min(limit, await loaders().below.load({ node, limit })),
    run: async (conversationId, runId) =>
      loaders().run.load({ conversationId: checkLookupId(conversationId), runId: checkLookupId(runId) }),
    relationshipList: (request) => charged(loaders().relationshipList.load(request)),
    relationshipCount: async (list, limit) => Math.min(limit, await loaders().relationshipCount.load({ list, limit })),
    conversations: async (query) => {
      checkQuery(query)
      budget.spend(scanOf(query))
      return store.conversationList(query)
    },
    conversationCount: async (query, limit) => {
      checkQuery(query)
      budget.spend(scanOf(query))
      return store.conversationCount(query, limit)
    },
    cached: {
      get: (key) => cache.values.get(tenant, key),
      set: (key, value) => {
        cache.values.set(tenant, key, value)
      },
    },
    clear: () => {
      made = null
      ahead.forget()
    },
  }
}

/** What the index of the list serves by itself; each further filter is compared conversation by conversation. */
const served: ReadonlySet<string> = new Set(['after', 'limit', 'includeDeleted', 'activeAfter', 'activeBefore'])

function scanOf(query: ConversationQuery): number {
  const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.entries(query).some(([name, value]) => !served.has(name) && isGiven(value)) ? cost.scan : 0
}

/** Each may be of a thousand small parts. */
const keptPaths = 400

/** Returns a cache of about so many segments, of which no tenant crowds out those of another. */
export function createSegmentCache(size = 10_000): SegmentCache {
  const segments = tenantCache<Segment>(size)
  return {
    values: tenantCache(keptPaths),
    get: (tenant, id) => segments.get(tenant, id),
    set: (tenant, segment) => segments.set(tenant, segment.id, segment),
  }
}
