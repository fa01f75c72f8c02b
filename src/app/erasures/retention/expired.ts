import { keptSince, retentionOf } from '../../../domain/erasure/retention.ts'
import type {
  Conversation,
  ConversationId,
  Instant,
  Observation,
  ObservationId,
  TreeNode,
} from '../../../domain/model.ts'
import type { WalkPage } from '../../../storage/graphStore.ts'
import { splitBatch } from '../../read/loaders.ts'
import { isOnPath, asTreeNode } from '../../read/paths.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import { echoGroups } from './echoGroups.ts'
import { tenantRetention } from './tenantRetention.ts'

const pageLength = 500

/** A conversation whose content is not kept forever, and the forks of it that keep longer what they share with it. */
interface Keeping {
  /** What came in before has been kept long enough. */
  readonly since: Instant
  readonly forks: readonly { readonly point: TreeNode | null; readonly since: Instant | null }[]
}
type Keepings = ReadonlyMap<ConversationId, Keeping>

/** Yields the observations of the tree that all conversations have kept long enough whose path holds them, or a copy of them. */
export async function* expired(scope: Scope): AsyncGenerator<ObservationId> {
  const keepings = await keepingsOf(scope)
  for (const [id, { since }] of keepings) {
    const after = { sort: since, id: '' }
    for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength, after })) {
      scope.signal?.throwIfAborted()
      const open = page.filter(({ place, erased }) => place !== null && erased === undefined)
      const groupOf = await echoGroups(scope, open)
      for (const one of open) if (await isExpired(scope, keepings, groupOf(one))) yield one.id
      scope.reads.clear()
    }
  }
}

/** Returns what is known of the conversations that keep nothing forever: each of all is read once, and so is each point. */
async function keepingsOf(scope: Scope): Promise<Keepings> {
  const [now, ofTenant] = [scope.fresh.now(), await tenantRetention(scope)]
  const family = new Map<ConversationId, Member>()
  for await (const conversation of allConversations(scope)) {
    const days = retentionOf(conversation, ofTenant)
    const { id, forkedFrom } = conversation
    const source = forkedFrom?.conversationId ?? null
    family.set(id, {
      id,
      source,
      pointId: forkedFrom?.observationId ?? null,
      since: days && keptSince(now, days.days),
      forks: [],
    })
  }
  for (const member of family.values()) if (member.source !== null) family.get(member.source)?.forks.push(member)
  const longer = new Map<ConversationId, ReadonlyMap<ObservationId, Instant | null>>()
  for (const { id, since, forks } of family.values()) if (since !== null) longer.set(id, longerForks(forks, since))
  const points = await pointsOf(scope, longer.values())
  return new Map(
    [...longer].map(([id, sinceAt]) => {
      const forks = [...sinceAt].map(([pointId, since]) => ({ since, point: points.get(pointId) ?? null }))
      return [id, { since: family.get(id)?.since as Instant, forks }]
    }),
  )
}

/** What is remembered of a conversation while it is looked for who keeps what longer. */
interface Member {
  readonly id: ConversationId
  readonly source: ConversationId | null
  readonly pointId: ObservationId | null
  readonly since: Instant | null
  readonly forks: Member[]
}

async function* allConversations(scope: Scope): AsyncGenerator<Conversation> {
  for (let after: string | null = null; ;) {
    const page: WalkPage<'conversations'> = await scope.store.walk('conversations', { after, limit: pageLength })
    yield* page.items
    if (page.next === null) return
    after = page.next
  }
}

/** Returns the points of all forks behind a conversation that keep longer what they share with it, and since when at each of them. */
function longerForks(forks: readonly Member[], own: Instant): ReadonlyMap<ObservationId, Instant | null> {
  const longer = new Map<ObservationId, Instant | null>()
  const open = [...forks]
  for (let fork = open.pop(); fork !== undefined; fork = open.pop()) {
    const { pointId, since } = fork
    // A fork of the empty past shares nothing, and neither do forks of it.
    if (pointId === null) continue
    open.push(...fork.forks)
    if (since !== null && since >= own) continue
    const known = longer.get(pointId)
    if (known === undefined || (known !== null && (since === null || since < known))) longer.set(pointId, since)
  }
  return longer
}

/** Returns the points of forks, each read once. */
async function pointsOf(
  scope: Scope,
  all: Iterable<ReadonlyMap<ObservationId, unknown>>,
): Promise<ReadonlyMap<ObservationId, TreeNode>> {
  const ids = [...new Set([...all].flatMap((points) => [...points.keys()]))]
  const points = new Map<ObservationId, TreeNode>()
  for (let from = 0; from < ids.length; from += pageLength)
    for (const one of await splitBatch(ids.slice(from, from + pageLength), (some) => scope.store.observations(some))) {
      const node = asTreeNode(one)
      if (node !== null) points.set(node.id, node)
    }
  return points
}

/** Copies and restatements go along with what they repeat, so none of them may be kept longer. */
async function isExpired(scope: Scope, keepings: Keepings, group: readonly Observation[]): Promise<boolean> {
  for (const one of group)
    if (one.erased === undefined && !(await isKeptLongEnough(scope, keepings.get(one.conversationId), one)))
      return false
  return true
}

async function isKeptLongEnough(scope: Scope, keeping: Keeping | undefined, one: Observation): Promise<boolean> {
  if (keeping === undefined || one.ingestedAt >= keeping.since) return false
  const node = asTreeNode(one)
  if (node === null) return true
  for (const { point, since } of keeping.forks) {
    const isKept = since === null || one.ingestedAt >= since
    if (isKept && point !== null && (await isOnPath(scope.reads, node, point))) return false
  }
  return true
}
