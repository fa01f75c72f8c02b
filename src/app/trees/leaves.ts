import { isJoin, isMarker } from '../../domain/context/bends.ts'
import type { Observation, Conversation, TreeNode } from '../../domain/model.ts'
import { listed, type ListPage, pageSize } from '../read/pages.ts'
import type { Forward } from '../read/lists.ts'
import { brokenCursor, cursorOf, listIn, readId } from '../read/cursors.ts'
import { forkPoint, isOnPath, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft/draft.ts'
import { walkList, wholeList } from '../read/walkList.ts'
import { childrenOwner } from '../../storage/graphStore.ts'

/** Says whether nothing recorded in this conversation continues a node: a tip, or the point of a fork that is unused there. */
export async function isLeafHere(draft: Pick<Draft, 'conversation' | 'reads'>, node: TreeNode): Promise<boolean> {
  if (node.conversationId === draft.conversation.id)
    return (await draft.reads.segmentNow(node.place.segmentId)).tipDepth === node.place.depth
  const point = await forkPoint(draft)
  return point?.id === node.id && (await draft.reads.junction(draft.conversation.id, node.id)) === null
}

const pageLength = 100

/** Says whether no turn recorded in this conversation continues a node: a leaf, or what only markers and joins stand behind. */
export async function isEndHere(draft: Pick<Draft, 'conversation' | 'reads'>, node: TreeNode): Promise<boolean> {
  for (let open: TreeNode[] = [node]; open.length > 0;) {
    const behind: TreeNode[] = []
    for (const one of open) {
      if (await isLeafHere(draft, one)) continue
      const owner = childrenOwner(draft.conversation.id, one.id)
      const children = (await wholeList(draft.reads, 'childrenHere', owner, pageLength)).flatMap(
        (child) => asTreeNode(child) ?? [],
      )
      // What nothing here continues and is no leaf is inherited: its source continues it.
      if (children.length === 0 || !children.every((child) => isMarker(child) || isJoin(child))) return false
      behind.push(...children)
    }
    open = behind
  }
  return true
}

/** Returns the newest leaf of a conversation's tree that lies below a node of it, or is that node. */
export async function newestLeafFrom(draft: Pick<Draft, 'conversation' | 'reads'>, node: TreeNode): Promise<TreeNode> {
  const { conversation, reads } = draft
  if (await isLeafHere(draft, node)) return node
  for await (const page of walkList(reads, 'tips', conversation.id, { limit: pageLength })) {
    const tips = page.flatMap((tip) => asTreeNode(tip) ?? [])
    const held = await Promise.all(tips.map((tip) => isOnPath(reads, node, tip)))
    const result = tips.find((_, i) => held[i])
    if (result) return result
  }
  // What nothing recorded here continues is inherited: its leaf is the fork's own point.
  return (await forkPoint(draft)) ?? node
}

/** Returns a page of the leaves of a conversation's tree, newest first; the point of a fork that is unused there comes last. */
export async function leavesPage(
  scope: Scope,
  conversation: Conversation,
  args: Forward,
): Promise<ListPage<Observation>> {
  const { first } = pageSize(args)
  const name = listIn(scope, `leaves:${conversation.id}`)
  const seen = readId(name, args.after, 'after')
  const after = seen === null ? null : asTreeNode(await scope.reads.observation(seen))
  if (seen !== null && after === null) throw brokenCursor(args.after, 'after')
  const point = await unusedPoint(scope, conversation)
  const limit = (first ?? 0) + 1
  const key = after && { sort: after.ingestedAt, id: after.id }
  const isPast = point !== null && after?.id === point.id
  const tips = isPast ? [] : await scope.reads.list({ list: 'tips', owner: conversation.id, after: key, limit })
  const leaves = point === null || isPast || tips.length === limit ? tips : [...tips, point]
  return {
    items: leaves.slice(0, limit - 1).map((item) => listed(item, () => cursorOf(name, item.id))),
    hasNextPage: leaves.length >= limit,
    hasPreviousPage: seen !== null,
    totalCount: async () => {
      const count =
        (await scope.reads.count('tips', conversation.id, scope.limits.count + 1)) + (point === null ? 0 : 1)
      return count > scope.limits.count ? null : count
    },
  }
}

async function unusedPoint(scope: Scope, conversation: Conversation): Promise<TreeNode | null> {
  const id = conversation.forkedFrom?.observationId ?? null
  const point = id === null ? null : asTreeNode(await scope.reads.observation(id))
  return point && (await isLeafHere({ conversation, reads: scope.reads }, point)) ? point : null
}

/** Says whether no observation recorded in its own conversation continues it. */
export async function isLeaf(scope: Scope, observation: Observation): Promise<boolean> {
  if (!observation.place) return false
  return (await scope.reads.segmentNow(observation.place.segmentId)).tipDepth === observation.place.depth
}
