import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { TreeLine } from '../../domain/prompts/treeOrder.ts'
import { forkPoint, headOf, rangesOf } from '../read/paths.ts'
import { walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { familyOf, type TreeSegment } from '../trees/family.ts'
import { promptDepthsIn } from './findPrompts.ts'

const pageLength = 500

/** Returns the lines of a conversation's tree, what it inherited first, then its own by the age of their ends. */
export async function linesOf(scope: Scope, conversation: Conversation): Promise<TreeLine[]> {
  const point = await forkPoint({ ...scope, conversation })
  return [...(point ? await inheritedLines(scope, point) : []), ...(await ownLines(scope, conversation))]
}

/** Returns the lines of a conversation, of its sources, their forks and the forks of those: what they share once. */
export async function linesOfFamily(scope: Scope, conversation: Conversation): Promise<TreeLine[]> {
  const { segments } = await familyOf(scope, conversation)
  return Promise.all(segments.map((one) => lineOf(scope, one)))
}

async function inheritedLines(scope: Scope, point: TreeNode): Promise<TreeLine[]> {
  const ranges = await rangesOf(scope.reads, point, 'depth', 0, point.place.depth)
  return Promise.all(
    ranges.map(async ({ segmentId, from, to }, i) => {
      const above = ranges[i - 1]
      const exit = above ? { segmentId: above.segmentId, depth: above.to } : null
      return { id: segmentId, from, to, exit, prompts: await promptDepthsIn(scope.reads, segmentId, from, to) }
    }),
  )
}

async function ownLines(scope: Scope, { id }: Conversation): Promise<TreeLine[]> {
  const lines: TreeLine[] = []
  for await (const page of walkList(scope.reads, 'segmentsOfConversation', id, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    lines.push(...(await Promise.all(page.map((segment) => lineOf(scope, { segment, to: segment.tipDepth })))))
  }
  return lines.reverse()
}

async function lineOf(scope: Scope, { segment: { id, exit }, to }: TreeSegment): Promise<TreeLine> {
  const from = (exit?.depth ?? -1) + 1
  return { id, from, to, exit, prompts: await promptDepthsIn(scope.reads, id, from, to) }
}

/** Returns up to which depth the path to the head lies on each line. */
export async function trunkOf(scope: Scope, conversation: Conversation): Promise<ReadonlyMap<string, number>> {
  const head = await headOf(scope, conversation)
  const ranges = head === null ? [] : await rangesOf(scope.reads, head, 'depth', 0, head.place.depth)
  return new Map(ranges.map(({ segmentId, to }) => [segmentId, to]))
}
