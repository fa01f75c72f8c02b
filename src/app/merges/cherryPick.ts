import type { TreeNode } from '../../domain/model.ts'
import { badInput, mustFind, Refusal } from '../../domain/refusals.ts'
import { callIds, resultIds } from '../../domain/messages/blocks.ts'
import { callsOfGroup } from '../../domain/context/toolPairs.ts'
import { isOnPath } from '../read/paths.ts'
import { nodeOfMessage } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import type { MergedBranch } from './branches.ts'
import type { Gathered } from './merge.ts'

/** Refuses more turns than are picked at once. */
export function checkCount({ limits }: Scope, turns: readonly string[]): void {
  if (turns.length <= limits.list) return
  const facts = { limit: limits.list, turns: turns.length }
  throw new Refusal('LIMIT_EXCEEDED', facts, `At most ${limits.list} turns are picked at once.`, ['turns'])
}

/** Gathers named turns of the branches, pairs whole, in the order in which they stand there (design §6). */
export async function gatherPicks(
  scope: Scope,
  into: { readonly id: string; readonly head: TreeNode | null },
  branches: readonly MergedBranch[],
  turns: readonly string[],
): Promise<Gathered> {
  const waiting = into.head === null ? [] : callsOfGroup(into.head.place).map(({ callId }) => callId)
  if (waiting.length > 0) throw broken(into.id, waiting, 'The head waits for results of tool calls')
  const results = await Promise.all([...new Set(turns)].map((id) => picked(scope, into.head, branches, id)))
  const picks = results.sort((a, b) => a.branch - b.branch || a.node.place.depth - b.node.place.depth).map(nodeOf)
  checkPairs(into.id, picks)
  return {
    parents: branches.map(({ head }) => head),
    ...{ verdict: null, refuted: [], blocks: [], fields: {}, refersTo: [] },
    picks,
    details: { turns: picks.flatMap(({ messageId }) => messageId ?? []) },
  }
}

interface Pick {
  /** Its branch's place among all, by the hashes of their paths: whatever order they were named in. */
  readonly branch: number
  readonly node: TreeNode
}
const nodeOf = ({ node }: Pick): TreeNode => node

async function picked(
  scope: Scope,
  head: TreeNode | null,
  branches: readonly MergedBranch[],
  id: string,
): Promise<Pick> {
  mustFind(await scope.reads.message(id), 'Message', id)
  const ordered = [...branches].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  for (const [branch, { conversation, head: end }] of ordered.entries()) {
    const node = await nodeOfMessage({ conversation, head: end, reads: scope.reads }, id)
    if (!node) continue
    if (await isOnPath(scope.reads, node, head))
      throw badInput(`The turn "${id}" is in the conversation already.`, { messageId: id }, ['turns'])
    return { branch, node }
  }
  throw badInput(`The turn "${id}" is in none of the conversations that "from" names.`, { messageId: id }, ['turns'])
}

const orderOf = ({ head, conversation }: MergedBranch): string => `${head.place.pathHash} ${conversation.id}`

/** What is called among the turns is answered among them, and nothing else is. */
function checkPairs(conversationId: string, picks: readonly TreeNode[]): void {
  const open: string[] = []
  for (const { blocks } of picks) {
    for (const id of resultIds(blocks)) {
      const at = open.lastIndexOf(id)
      if (at < 0) throw broken(conversationId, [id], 'The turns would hold results without their tool calls')
      open.splice(at, 1)
    }
    open.push(...callIds(blocks))
  }
  if (open.length > 0) throw broken(conversationId, open, 'The turns would hold tool calls without their results')
}

function broken(conversationId: string, callIds: readonly string[], what: string): Refusal {
  return new Refusal('TOOL_PAIR_BROKEN', { conversationId, callIds }, `${what}: ${callIds.join(', ')}.`, ['turns'])
}
