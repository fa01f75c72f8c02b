import type { Conversation, Instant, ObservationId, TreeShape } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import { byActivity, walkPages, type Page } from '../read/walkList.ts'

/** What analytics know of a conversation. */
export interface KnownConversation {
  readonly id: string
  readonly createdAt: Instant
  readonly deleted: boolean
  readonly experiment: boolean
  readonly cwd: string | null
  readonly forkLevel: number
  readonly forkPointId: ObservationId | null
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
  const { id, createdAt, deletedAt, origin, cwd, forkLevel, forkedFrom, shape } = conversation
  const forkPointId = forkedFrom?.observationId ?? null
  const [deleted, experiment] = [deletedAt !== null, origin === 'EXPERIMENT']
  return { id, createdAt, deleted, experiment, cwd, forkLevel, forkPointId, shape }
}

/** Returns all conversations of a working directory, or all there are, deleted ones too. */
export async function conversationsIn(scope: Scope, cwd: string | null): Promise<KnownConversation[]> {
  const found: KnownConversation[] = []
  const query = { ...anyTime, cwd, includeDeleted: true, metadata: [] }
  const read = (page: Page) => scope.store.conversationList({ ...query, ...page })
  for await (const page of walkPages(read, byActivity, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    found.push(...page.map(slim))
  }
  return found
}

const shapeNames = ['nodes', 'roots', 'leaves', 'branchPoints', 'versionPoints', 'sidechains', 'toolCalls'] as const

/** Returns the shapes of conversations together, what a fork inherits counted where it was recorded. */
export async function shapeOfAll(scope: Scope, all: readonly KnownConversation[]): Promise<TreeShape> {
  const sums = Object.fromEntries(shapeNames.map((name) => [name, 0])) as Record<(typeof shapeNames)[number], number>
  for (let from = 0; from < all.length; from += pageLength) {
    const page = all.slice(from, from + pageLength)
    const shapes = await Promise.all(page.map((conversation) => ownShape(scope, conversation)))
    for (const shape of shapes) for (const name of shapeNames) sums[name] += shape[name]
    scope.reads.clear()
  }
  return sums
}

async function ownShape(scope: Scope, { id, forkPointId, shape }: KnownConversation): Promise<TreeShape> {
  const place = forkPointId === null ? null : (await scope.reads.observation(forkPointId))?.place
  if (!place || forkPointId === null) return shape
  const nodes = shape.nodes - place.depth - 1
  // While nothing recorded in it continues its point, that is a leaf of it, and another conversation's node.
  const isLeaf = nodes === 0 || (await scope.reads.junction(id, forkPointId)) === null
  return {
    ...shape,
    nodes,
    roots: shape.roots - 1,
    leaves: shape.leaves - (isLeaf ? 1 : 0),
    toolCalls: shape.toolCalls - place.calls,
  }
}
