import type { Conversation, TreeNode } from '../../domain/model.ts'
import { startId } from '../../domain/prompts/rows.ts'
import type { TranscriptValues } from '../transcripts/transcripts.ts'
import { nodeAt, asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import type { Scope } from '../scope.ts'
import { promptsBetween } from './findPrompts.ts'
import { promptNumber } from './placeCounts.ts'

/** A path of a conversation's tree, to be shown by its prompts. */
export interface PromptPath {
  /** Reads what was said at the time that is shown. */
  readonly scope: Scope
  readonly conversation: Conversation
  readonly end: TreeNode
  readonly values: TranscriptValues
}

/** A stretch of a path, both ends included. */
export interface LoopSpan {
  readonly path: PromptPath
  /** The node above its first one; null at a root. */
  readonly before: TreeNode | null
  readonly first: TreeNode
  readonly last: TreeNode
}

/** A prompt with all that stands behind it up to the next one of its path, or what stands before the first. */
export interface ListedPrompt {
  readonly id: string
  readonly number: number
  /** Null for what stands before the first. */
  readonly node: TreeNode | null
  readonly continues: string | null
  readonly span: LoopSpan
}

/** How the rows of a path are numbered: from 0 where something stands before the first prompt. */
export interface RowNumbers {
  readonly first: 0 | 1
  readonly last: number
}

/** Returns how the rows of a path are numbered. */
export async function rowNumbers({ scope: { reads }, end }: PromptPath): Promise<RowNumbers> {
  const root = await nodeAt(reads, end, 'depth', 0)
  return { first: root === null || promptNumber(root) === null ? 0 : 1, last: end.place.prompts.count }
}

/** Returns the rows of a path with these numbers, root first. */
export async function rowsBetween(
  path: PromptPath,
  numbers: RowNumbers,
  low: number,
  high: number,
): Promise<ListedPrompt[]> {
  const { end, scope } = path
  const from = Math.max(numbers.first, low)
  const to = Math.min(numbers.last, high)
  if (from > to) return []
  const [root, prompts] = await Promise.all([
    from <= 1 ? nodeAt(scope.reads, end, 'depth', 0) : null,
    promptsBetween(scope.reads, end, Math.max(1, from - 1), to + 1),
  ])
  const begin = Math.max(1, from - 1)
  const promptOf = (number: number): TreeNode | null => (number < begin ? null : (prompts[number - begin] ?? null))
  const above = await parentsOf(scope.reads, [...prompts, ...(root ? [root] : [])])
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const number = from + i
    const node = number === 0 ? null : promptOf(number)
    const first = (node ?? root) as TreeNode
    const next = promptOf(number + 1)
    const last = next === null ? end : (above.get(next.id) as TreeNode)
    const continues = promptOf(number - 1)?.id ?? null
    return {
      id: node?.id ?? startId,
      number,
      node,
      continues,
      span: { path, before: above.get(first.id) ?? null, first, last },
    }
  })
}

async function parentsOf(reads: Reads, nodes: readonly TreeNode[]): Promise<Map<string, TreeNode | null>> {
  const parents = await Promise.all(
    nodes.map(async ({ place }) =>
      place.parentId === null ? null : asTreeNode(await reads.observation(place.parentId)),
    ),
  )
  return new Map(nodes.map(({ id }, i) => [id, parents[i] ?? null]))
}
