import type { Conversation, Instant, ObservationId, TreeShape } from '../../domain/model.ts'
import type { ConversationSum } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { byActivity, walkPages, type PageRequest } from '../read/walkList.ts'
import { promptsRecorded, type PromptCounts } from '../trees/counts/promptCounts.ts'
import { recordedShape } from '../trees/recordedShape.ts'

/** What analytics know of a conversation. */
export interface KnownConversation {
  readonly id: string
  readonly createdAt: Instant
  readonly deleted: boolean
  readonly experiment: boolean
  readonly cwd: string | null
  readonly forkLevel: number
  readonly forkPointId: ObservationId | null
  /** What it was forked from. */
  readonly source: string | null
  readonly headId: ObservationId | null
  readonly shape: TreeShape
}

const pageLength = 500
const anyTime = {
  title: null,
  activeAfter: null,
  activeBefore: null,
  forkedFrom: null,
  origin: null,
  leaveOut: [],
} as const

/** Returns what analytics know of a conversation. */
export function slim(conversation: Conversation): KnownConversation {
  const { id, createdAt, deletedAt, origin, cwd, forkLevel, forkedFrom, headId, shape } = conversation
  const forkPointId = forkedFrom?.observationId ?? null
  const [deleted, experiment] = [deletedAt !== null, origin === 'EXPERIMENT']
  const source = forkedFrom?.conversationId ?? null
  return { id, createdAt, deleted, experiment, cwd, forkLevel, forkPointId, source, headId, shape }
}

/** Returns all conversations of some working directories, or all there are, deleted ones too. */
export async function conversationsIn(scope: Scope, cwd: readonly string[] | null): Promise<KnownConversation[]> {
  const conversations: KnownConversation[] = []
  const query = { ...anyTime, cwd, includeDeleted: true, metadata: [] }
  const read = (page: PageRequest) => scope.store.conversationList({ ...query, ...page })
  for await (const page of walkPages(read, byActivity, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    conversations.push(...page.map(slim))
  }
  return conversations
}

const shapeNames = ['nodes', 'roots', 'leaves', 'branchPoints', 'versionPoints', 'sidechains', 'toolCalls'] as const

/** Returns the shapes of sums together. */
export function shapeOfSums(all: readonly ConversationSum[]): TreeShape {
  return added(all.map(({ shape }) => shape))
}

function added(shapes: readonly TreeShape[]): TreeShape {
  const sums = Object.fromEntries(shapeNames.map((name) => [name, 0])) as Record<(typeof shapeNames)[number], number>
  for (const shape of shapes) for (const name of shapeNames) sums[name] += shape[name]
  return sums
}

/** Returns the shapes of conversations together, what a fork inherits counted where it was recorded. */
export async function shapeOfAll(scope: Scope, all: readonly KnownConversation[]): Promise<TreeShape> {
  let sum = added([])
  for (let from = 0; from < all.length; from += pageLength) {
    const page = all.slice(from, from + pageLength)
    const shapes = await Promise.all(page.map((conversation) => recordedShape(scope, conversation)))
    sum = added([sum, ...shapes])
    scope.reads.clear()
  }
  return sum
}

/** Returns the prompts and notes that each of some conversations recorded itself. */
export async function promptsIn(
  scope: Scope,
  all: readonly KnownConversation[],
): Promise<ReadonlyMap<string, PromptCounts>> {
  const results = new Map<string, PromptCounts>()
  for (let from = 0; from < all.length; from += pageLength) {
    scope.signal?.throwIfAborted()
    const page = all.slice(from, from + pageLength)
    const counts = await Promise.all(page.map((conversation) => promptsRecorded(scope, conversation)))
    page.forEach(({ id }, i) => results.set(id, counts[i] as PromptCounts))
    scope.reads.clear()
  }
  return results
}
