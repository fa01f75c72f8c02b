import type { Conversation, Exit, TreeNode } from '../../../domain/model.ts'
import { cost } from '../../read/budget.ts'
import { headOf, asTreeNode } from '../../read/paths.ts'
import type { Scope } from '../../scope.ts'
import { walkList } from '../../read/walkList.ts'
import { endOf } from '../segmentEnd.ts'
import type { TreeSegment } from '../family.ts'

/** How many prompts and notes a tree has, or a part of one. */
export interface PromptCounts {
  readonly prompts: number
  readonly notes: number
}

/** What must be known of a conversation to count what it recorded. */
type Recorded = Pick<Conversation, 'id' | 'headId' | 'shape'> & { readonly forkPointId: string | null }

const none: PromptCounts = { prompts: 0, notes: 0 }
const pageLength = 500

/** Returns the prompts and notes of a conversation's tree, with what it inherited. */
export async function promptsOfTree(scope: Scope, conversation: Conversation): Promise<PromptCounts> {
  const forkPointId = conversation.forkedFrom?.observationId ?? null
  const point = await nodeOf(scope, forkPointId)
  return plus(countsAt(point), await promptsRecorded(scope, { ...conversation, forkPointId }))
}

/** Returns the prompts and notes that a conversation recorded itself: its path's, or those of each segment of its tree. */
export async function promptsRecorded(scope: Scope, conversation: Recorded): Promise<PromptCounts> {
  const { id, shape, forkPointId, headId } = conversation
  const [point, head] = await Promise.all([nodeOf(scope, forkPointId), headOf(scope, { headId })])
  // One path from its only root to its head: the sums of both ends say it.
  const isPath = shape.roots <= 1 && shape.leaves <= 1 && (head?.place.depth ?? -1) === shape.nodes - 1
  if (isPath) return minus(countsAt(head), countsAt(point))
  let counts = none
  for await (const page of walkList(scope.reads, 'segmentsOfConversation', id, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    scope.budget.spend(page.length * cost.segment)
    counts = plus(
      counts,
      await promptsOfSegments(
        scope,
        page.map((segment) => ({ segment, to: segment.tipDepth })),
      ),
    )
  }
  return counts
}

/** Returns the prompts and notes of segments, each as far as it belongs to a tree: differences of two places. */
export async function promptsOfSegments(scope: Scope, segments: readonly TreeSegment[]): Promise<PromptCounts> {
  const parts = await Promise.all(
    segments.map(async (one) => {
      const [end, above] = await Promise.all([endOf(scope, one), aboveOf(scope, one.segment.exit)])
      return minus(countsAt(end), countsAt(above))
    }),
  )
  return totalOf(parts)
}

/** Returns counts together. */
export const totalOf = (parts: readonly PromptCounts[]): PromptCounts => parts.reduce(plus, none)

/** The node that a segment leaves. */
async function aboveOf({ reads }: Scope, exit: Exit | null): Promise<TreeNode | null> {
  if (exit === null) return null
  const { segmentId, depth } = exit
  const [node = null] = await reads.range({ segmentId, axis: 'depth', from: depth, to: depth })
  return asTreeNode(node)
}

const nodeOf = async ({ reads }: Scope, id: string | null): Promise<TreeNode | null> =>
  id === null ? null : asTreeNode(await reads.observation(id))

function countsAt(node: TreeNode | null): PromptCounts {
  if (node === null) return none
  const { count: prompts, notes } = node.place.prompts
  return { prompts, notes }
}

const plus = (a: PromptCounts, b: PromptCounts): PromptCounts => ({
  prompts: a.prompts + b.prompts,
  notes: a.notes + b.notes,
})
const minus = (a: PromptCounts, b: PromptCounts): PromptCounts => ({
  prompts: a.prompts - b.prompts,
  notes: a.notes - b.notes,
})
