import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Block, TreeNode } from '../../domain/model.ts'
import { failureLine } from '../../domain/prompts/failureLine.ts'
import { failedCalls, nameKey } from '../../domain/usage/counted.ts'
import { headOf, nodesOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { AnalyticsFilter } from './filter.ts'
import type { Groups } from './groups.ts'

/** Conversations whose failures are read, those of most failures. */
const mostConversations = 20
/** Nodes that are read of each, those nearest to its head. */
const mostNodes = 500

/** Returns what most failures of each tool say first, of the conversations under a filter that have most failures. */
export async function failureReasons(
  scope: Scope,
  groups: Groups,
  { from = null, to = null }: Pick<AnalyticsFilter, 'from' | 'to'>,
): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, Map<string, number>>()
  const ids = await failingMost(groups)
  const conversations = await Promise.all(ids.map((id) => scope.reads.conversation(id)))
  const heads = await Promise.all(conversations.map(async (one) => one && headOf(scope, one)))
  // Their nodes lie in memory one path at a time.
  for (const head of heads.filter((one) => one !== null)) {
    scope.signal?.throwIfAborted()
    const { depth } = head.place
    const nodes = await nodesOf(scope.reads, head, 'depth', Math.max(0, depth - mostNodes + 1), depth)
    const isCounted = ({ observedAt }: TreeNode) => observedAt >= (from ?? '') && observedAt <= (to ?? '~')
    for (const { tool, line } of await failuresIn(scope, nodes, isCounted)) {
      const known = lines.get(tool) ?? new Map<string, number>()
      lines.set(tool, known.set(line, (known.get(line) ?? 0) + 1))
    }
    scope.reads.clear()
  }
  return new Map([...lines].map(([tool, counts]) => [tool, commonest(counts)]))
}

async function failingMost(groups: Groups): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { keys, sums } of await groups.cells('tools', 'row')) {
    const id = keys['conversationId'] ?? ''
    counts.set(id, (counts.get(id) ?? 0) + (sums['errors'] ?? 0))
  }
  return [...counts]
    .filter(([, errors]) => errors > 0)
    .sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
    .slice(0, mostConversations)
    .map(([id]) => id)
}

/** What failed results say, as they are now: what is deleted says nothing. */
async function failuresIn(
  scope: Scope,
  nodes: readonly TreeNode[],
  isCounted: (node: TreeNode) => boolean,
): Promise<{ readonly tool: string; readonly line: string }[]> {
  const names = new Map<string, string>()
  const failures: { tool: string; line: string }[] = []
  const hasFailed = (node: TreeNode) => failedCalls(node.blocks).length > 0 && isCounted(node)
  const blockLists = await Promise.all(nodes.map(async (node) => (hasFailed(node) ? shownBlocks(scope, node) : [])))
  for (const [k, node] of nodes.entries()) {
    for (const block of node.blocks) if (block.type === 'toolCall') names.set(block.callId, nameKey(block.name))
    for (const block of blockLists[k] ?? []) {
      const tool = block.type === 'toolResult' && block.isError ? names.get(block.callId) : undefined
      const line = tool !== undefined && block.type === 'toolResult' ? failureLine(block.content) : null
      if (tool !== undefined && line !== null) failures.push({ tool, line })
    }
  }
  return failures
}

async function shownBlocks({ reads }: Scope, node: TreeNode): Promise<readonly Block[]> {
  const message = node.messageId === null ? null : await reads.message(node.messageId)
  if (message === null) return node.blocks
  return message.deleted ? [] : currentBlocks(node, message)
}

/** Of those that are equally common the first that was read. */
function commonest(counts: ReadonlyMap<string, number>): string {
  const [first = ['', 0]] = [...counts].sort(([, most], [, more]) => more - most)
  return first[0]
}
