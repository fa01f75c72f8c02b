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
import { forkPoint, isOnPath, treeNode } from '../../read/paths.ts'
import { unkept, walkList } from '../../read/walkList.ts'
import type { Scope } from '../../scope.ts'
import { echoGroups } from './echoGroups.ts'
import { tenantRetention } from './tenantRetention.ts'

const pageLength = 500

/** A conversation whose content is not kept for ever, and the forks of it that keep longer what they share with it. */
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

/** Returns what is known of the conversations that keep nothing for ever. */
async function keepingsOf(scope: Scope): Promise<Keepings> {
  const [now, ofTenant] = [scope.fresh.now(), await tenantRetention(scope)]
  const since = (conversation: Conversation) => {
    const retention = retentionOf(conversation, ofTenant)
    return retention && keptSince(now, retention.days)
  }
  const keepings = new Map<ConversationId, Keeping>()
  for await (const conversation of allConversations(scope)) {
    const own = since(conversation)
    if (own !== null) keepings.set(conversation.id, { since: own, forks: await longerForks(scope, conversation.id, own, since) }) // prettier-ignore
  }
  return keepings
}

async function* allConversations(scope: Scope): AsyncGenerator<Conversation> {
  for (let after: string | null = null; ;) {
    const page: WalkPage<'conversations'> = await scope.store.walk('conversations', { after, limit: pageLength })
    yield* page.items
    if (page.next === null) return
    after = page.next
  }
}

async function longerForks(
  scope: Scope,
  id: ConversationId,
  own: Instant,
  sinceOf: (fork: Conversation) => Instant | null,
): Promise<Keeping['forks']> {
  const longer: { point: TreeNode | null; since: Instant | null }[] = []
  const [open, seen] = [[id], new Set([id])]
  for (let source = open.pop(); source !== undefined; source = open.pop())
    for await (const page of walkList(unkept(scope), 'everyFork', source, { limit: pageLength }))
      for (const fork of page) {
        if (seen.has(fork.id)) continue
        seen.add(fork.id)
        open.push(fork.id)
        const since = sinceOf(fork)
        if (since === null || since < own)
          longer.push({ since, point: await forkPoint({ reads: scope.reads, conversation: fork }) })
      }
  return longer
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
  const node = treeNode(one)
  if (node === null) return true
  for (const { point, since } of keeping.forks) {
    const isKept = since === null || one.ingestedAt >= since
    if (isKept && point !== null && (await isOnPath(scope.reads, node, point))) return false
  }
  return true
}
