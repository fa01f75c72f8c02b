import { scopeWords } from '../../domain/search/searchDocument.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { Words } from '../../domain/search/wordExpression.ts'
import { headOf, isPlaceOnPath, rangesOf, segment } from '../read/paths.ts'
import { forkPoint } from '../read/paths.ts'
import type { Scope } from '../scope.ts'

/** The part of the graph that is searched. */
export interface Where {
  readonly kind: 'all' | 'tree' | 'path' | 'nothing'
  /** Words that every document of it has; null where its documents have none in common. */
  readonly words: Words | null
  holds(place: TreePosition): Promise<boolean>
}

/** Where an observation stands. */
export interface TreePosition {
  readonly conversationId: string
  readonly segmentId: string
  readonly depth: number
}

/** More than so many words of one kind are not asked for: what is found then is compared. */
const mostPlaces = 64
const yes = () => Promise.resolve(true)

/** Nothing can be found: the path is empty, or the conversation was deleted. */
export const nowhere: Where = { kind: 'nothing', words: null, holds: () => Promise.resolve(false) }

/** Everything of the tenant. */
export const everywhere: Where = { kind: 'all', words: null, holds: yes }

/** Returns a conversation's tree and what it inherited. */
export async function treeOf(scope: Scope, conversation: Conversation): Promise<Where> {
  const point = await forkPoint({ reads: scope.reads, conversation })
  const holds = async (place: TreePosition) =>
    place.conversationId === conversation.id || isPlaceOnPath(scope.reads, place, point)
  return { kind: 'tree', words: await conversationWords(scope, conversation), holds }
}

/** Returns the path to a node, or to the head of a conversation. */
export async function pathOf(scope: Scope, conversation: Conversation, at: TreeNode | null): Promise<Where> {
  const head = at ?? (await headOf(scope, conversation))
  if (head === null) return nowhere
  const { level } = await segment(scope.reads, head.place.segmentId)
  const words = level < mostPlaces ? await segmentWords(scope, head) : await conversationWords(scope, conversation)
  return { kind: 'path', words, holds: (place) => isPlaceOnPath(scope.reads, place, head) }
}

async function segmentWords(scope: Scope, head: TreeNode): Promise<Words> {
  const ranges = await rangesOf(scope.reads, head, 'depth', 0, head.place.depth)
  return { any: ranges.map(({ segmentId }) => ({ word: scopeWords.segment(scope.tenant, segmentId) })) }
}

async function conversationWords(scope: Scope, { id, forkedFrom, forkLevel }: Conversation): Promise<Words | null> {
  if (forkLevel >= mostPlaces) return null
  const lineage = forkedFrom === null ? [] : await scope.reads.lineage(id)
  const ids = [id, ...lineage.map((one) => one.id)]
  return { any: ids.map((one) => ({ word: scopeWords.conversation(scope.tenant, one) })) }
}
