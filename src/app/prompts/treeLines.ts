import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { TreeLine } from '../../domain/prompts/treeOrder.ts'
import { Refusal } from '../../domain/refusals.ts'
import { forkPoint, headOf, rangesOf } from '../read/paths.ts'
import { walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { promptDepthsIn } from './findPrompts.ts'

const pageLength = 500

/** Returns the lines of a conversation's tree, what it inherited first, then its own by the age of their ends. */
export async function linesOf(scope: Scope, conversation: Conversation): Promise<TreeLine[]> {
  const point = await forkPoint({ ...scope, conversation })
  return [...(point ? await inheritedLines(scope, point) : []), ...(await ownLines(scope, conversation))]
}

/** Returns the lines of a conversation, of its sources, their forks and the forks of those: what they share once. */
export async function linesOfFamily(scope: Scope, conversation: Conversation): Promise<TreeLine[]> {
  const sources = await scope.reads.lineage(conversation.id)
  const family = await withForks(scope, sources.at(-1) ?? conversation)
  const lines = await Promise.all(family.map((one) => ownLines(scope, one)))
  return lines.flat()
}

async function withForks(scope: Scope, root: Conversation): Promise<Conversation[]> {
  const family = [root]
  for (const one of family) {
    for await (const forks of walkList(scope.reads, 'forks', one.id, { limit: pageLength })) family.push(...forks)
    if (family.length > scope.limits.list) throw tooMany(scope.limits.list, family.length)
  }
  return family
}

function tooMany(limit: number, conversations: number): Refusal {
  const message = `The family has more than ${limit} conversations; ask for one of them without "family".`
  return new Refusal('LIMIT_EXCEEDED', { limit, conversations }, message, ['family'])
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
    const found = await Promise.all(
      page.map(async ({ id: segmentId, exit, tipDepth }) => {
        const from = (exit?.depth ?? -1) + 1
        const prompts = await promptDepthsIn(scope.reads, segmentId, from, tipDepth)
        return { id: segmentId, from, to: tipDepth, exit, prompts }
      }),
    )
    lines.push(...found)
  }
  return lines.reverse()
}

/** Returns up to which depth the path to the head lies on each line. */
export async function trunkOf(scope: Scope, conversation: Conversation): Promise<ReadonlyMap<string, number>> {
  const head = await headOf(scope, conversation)
  const ranges = head === null ? [] : await rangesOf(scope.reads, head, 'depth', 0, head.place.depth)
  return new Map(ranges.map(({ segmentId, to }) => [segmentId, to]))
}
