import type { Conversation, Observation, TreeNode } from '../../domain/model.ts'
import type { BelowNode, ListKey } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { brokenCursor, cursorOf, listIn, readId } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import { isOnPath, asTreeNode, headOf } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import { lazyPage } from '../read/lazyPage.ts'
import { holders, pageLength } from './holders.ts'
import { walkList } from '../read/walkList.ts'

/**
 * Returns a page of the conversations whose transcript holds an observation, deleted ones left out: where it was
 * recorded first, then its forks, newest first, each followed by its own.
 */
export async function conversationsOfPage(
  scope: Scope,
  observation: Observation,
  args: Forward,
): Promise<ListPage<Conversation>> {
  const name = listIn(scope, `conversations:${observation.id}`)
  const node = asTreeNode(observation)
  const seen = readId(name, args.after, 'after')
  const after = seen === null ? null : await scope.reads.conversation(seen)
  if (seen !== null && after === null) throw brokenCursor(args.after, 'after')
  const from = (start: Conversation | null) => conversationsAt(scope, node, start)
  const cursor = ({ id }: Conversation) => cursorOf(name, id)
  const size = pageSize(args).first ?? 0
  const totalCount = () => countBelow(scope, 'conversations', node)
  const walk = { size, isContinued: after !== null, items: from(after), cursor, totalCount }
  return lazyPage(walk, (conversation) => conversation)
}

/** Returns a page of the leaves below an observation: conversation by conversation as above, in each the newest first. */
export async function leavesBelowPage(
  scope: Scope,
  observation: Observation,
  args: Forward,
): Promise<ListPage<Observation>> {
  const name = listIn(scope, `leaves:${observation.id}`)
  const node = asTreeNode(observation)
  const seen = readId(name, args.after, 'after')
  const after = seen === null ? null : asTreeNode(await scope.reads.observation(seen))
  if (seen !== null && after === null) throw brokenCursor(args.after, 'after')
  const from = (start: TreeNode | null) => leavesOf(scope, node, start)
  const cursor = ({ id }: TreeNode) => cursorOf(name, id)
  const size = pageSize(args).first ?? 0
  const totalCount = () => countBelow(scope, 'leaves', node)
  const walk = { size, isContinued: after !== null, items: from(after), cursor, totalCount }
  return lazyPage(walk, (leaf) => leaf)
}

/** Counted by the store in one question, however deep forks are nested; null where it would walk too far. */
async function countBelow(scope: Scope, what: BelowNode['what'], node: TreeNode | null): Promise<number | null> {
  if (node === null) return 0
  const { conversationId, place } = node
  const request = { what, conversationId, segmentId: place.segmentId, depth: place.depth }
  const count = await scope.reads.countBelow(request, scope.limits.count + 1)
  return count > scope.limits.count ? null : count
}

async function* conversationsAt(
  scope: Scope,
  node: TreeNode | null,
  after: Conversation | null,
): AsyncGenerator<Conversation> {
  if (!node) return
  for await (const some of holders(scope, node, after)) {
    const held = await Promise.all(
      some.map(async (one) => one.deletedAt === null && isOnPath(scope.reads, node, await headOf(scope, one))),
    )
    yield* some.filter((_, i) => held[i])
  }
}

async function* leavesOf(scope: Scope, node: TreeNode | null, after: TreeNode | null): AsyncGenerator<TreeNode> {
  if (!node) return
  let begun: Conversation | null = null
  if (after) {
    begun = await conversationOf(scope, after.conversationId)
    yield* tipsBelow(scope, node, begun, { sort: after.ingestedAt, id: after.id })
  }
  for await (const some of holders(scope, node, begun, 'usedForks')) {
    // Asked one by one below, they would be a question each.
    await Promise.all(
      some.map(({ id }) => scope.reads.list({ list: 'tips', owner: id, after: null, limit: pageLength })),
    )
    for (const conversation of some) yield* tipsBelow(scope, node, conversation, null)
  }
}

async function* tipsBelow(
  scope: Scope,
  node: TreeNode,
  { id: owner, deletedAt }: Conversation,
  key: ListKey | null,
): AsyncGenerator<TreeNode> {
  if (deletedAt !== null && owner !== node.conversationId) return
  for await (const page of walkList(scope.reads, 'tips', owner, { limit: pageLength, after: key })) {
    const tips = page as TreeNode[]
    const held = await Promise.all(tips.map(async (tip) => tip.id !== node.id && isOnPath(scope.reads, node, tip)))
    yield* tips.filter((_, i) => held[i])
  }
}
