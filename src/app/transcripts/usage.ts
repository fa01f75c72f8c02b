import { type AnswerSums, answerSums } from '../../domain/usage/pathUsage.ts'
import { spendingOf, spendingOnPath, type Spending } from '../prices/spending.ts'
import { currentUsage } from '../../domain/messages/messageSnapshot.ts'
import type { Conversation, MessageId, Observation, TreeNode } from '../../domain/model.ts'
import { headOf, walk } from '../read/paths.ts'
import { wasReread } from '../../domain/records/reread.ts'
import type { Scope } from '../scope.ts'
import { byActivity, walkList, walkPages, type PageRequest } from '../read/walkList.ts'

export type UsageOf = 'PATH' | 'OWN' | 'TREE'

/**
 * Returns what answers cost: those of the path to the head, from the sums that its nodes keep as stored (where its file was read again, as it was read first); those recorded
 * in the conversation; or those and what was recorded in its forks, deleted ones too. Each answer counts once.
 */
export async function usageOf(scope: Scope, conversation: Conversation, of: UsageOf): Promise<Spending> {
  if (of === 'PATH') return usageOfPath(scope, conversation, await headOf(scope, conversation))
  const sums = answerSums()
  await addRecorded(scope, conversation.id, sums)
  if (of === 'TREE') for await (const id of forksBelow(scope, conversation.id)) await addRecorded(scope, id, sums)
  return spendingOf(sums.total(), () => Promise.resolve(sums.unpriced()))
}

/** Returns what the answers on a path of a conversation cost, in the same way. */
export async function usageOfPath(scope: Scope, conversation: Conversation, end: TreeNode | null): Promise<Spending> {
  if (!wasReread(conversation) || end === null) return spendingOnPath(scope, end)
  const sums = answerSums()
  for await (const nodes of walk(scope.reads, end)) await addCurrent(scope, nodes, sums)
  return spendingOf(sums.total(), () => Promise.resolve(sums.unpriced()))
}

const pageLength = 500

/** Each node is read once and not kept: a conversation may be long. */
async function addRecorded(scope: Scope, owner: string, sums: AnswerSums): Promise<void> {
  for await (const page of walkList(scope.reads, 'observationsOfConversation', owner, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    await addCurrent(
      scope,
      page.filter(({ place }) => place !== null),
      sums,
    )
  }
}

/** Sums that stand with the nodes of a path are of what was stored; what was read again is beside it (docs/design/sums-and-prices.md). */
async function addCurrent(scope: Scope, nodes: readonly Observation[], sums: AnswerSums): Promise<void> {
  const spent = nodes.filter(({ usage, messageId }) => usage !== null && messageId !== null)
  const messages = await scope.store.messages(spent.map(({ messageId }) => messageId as MessageId))
  for (const [at, node] of spent.entries())
    sums.add({ ...node, usage: currentUsage(node, messages[at]?.overlay ? messages[at] : null) })
}

const any = {
  origin: null,
  cwd: null,
  title: null,
  activeAfter: null,
  activeBefore: null,
  includeDeleted: true,
  leaveOut: [],
} as const

/** Deletion hides words, not what they cost. */
async function* forksBelow({ store }: Scope, id: string): AsyncGenerator<string> {
  const waiting = [id]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const query = { ...any, metadata: [], forkedFrom: source }
    const read = (page: PageRequest) => store.conversationList({ ...query, ...page })
    for await (const forks of walkPages(read, byActivity, { limit: pageLength })) {
      for (const fork of forks) yield fork.id
      waiting.push(...forks.map((fork) => fork.id))
    }
  }
}
