import { listIn } from '../read/cursors.ts'
import type { Hiding } from '../../domain/context/markers.ts'
import type { Conversation, Message, Span, TreeNode, TreeShape } from '../../domain/model.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { bendsOf } from '../read/bends.ts'
import { countUpTo, lazyPage } from '../read/lazyPage.ts'
import { keyCursor, listPage, readKey, type Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import { headOf, nodeAt } from '../read/paths.ts'
import { deepestOnPath, type View } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { walkList } from '../read/walkList.ts'

/** Returns a page of a conversation's sidechains, oldest first, without those that went with a dropped turn (CASCADE). */
export async function sidechainsPage(
  scope: Scope,
  conversation: Conversation,
  args: Forward,
): Promise<ListPage<Conversation>> {
  const { id } = conversation
  const drops = await dropsOf(scope, conversation, 'CASCADE')
  if (drops.length === 0) return listPage(scope, 'sidechains', id, args)
  const name = listIn(scope, `sidechains:${id}`)
  const after = readKey(name, args)
  const walk = {
    size: pageSize(args).first ?? 0,
    isContinued: after !== null,
    items: visibleSidechains(scope, conversation, drops, after),
    cursor: ({ createdAt, id: sidechain }: Conversation) => keyCursor(name, { sort: createdAt, id: sidechain }),
    totalCount: () => countUpTo(scope, visibleSidechains(scope, conversation, drops, null)),
  }
  return lazyPage(walk, (sidechain) => sidechain)
}

/** Returns the shape of a conversation's tree, without the sidechains that went with a dropped turn (CASCADE). */
export async function shapeOf(scope: Scope, conversation: Conversation): Promise<TreeShape> {
  const { shape } = conversation
  const drops = shape.sidechains === 0 ? [] : await dropsOf(scope, conversation, 'CASCADE')
  if (drops.length === 0) return shape
  let sidechains = 0
  for await (const _ of visibleSidechains(scope, conversation, drops, null)) sidechains++
  return { ...shape, sidechains }
}

/**
 * Returns the message that a sidechain is shown at: the one whose call started it; where that was dropped with REROOT,
 * the nearest turn before that is not hidden; null where there is none.
 */
export async function spawningMessage(scope: Scope, sidechain: Conversation): Promise<Message | null> {
  const { spawnedBy, sidechainOf } = sidechain
  if (spawnedBy === null) return null
  const caller = sidechainOf === null ? null : await scope.reads.conversation(sidechainOf)
  const drops = caller === null ? [] : await dropsOf(scope, caller, 'REROOT')
  const head = caller && (await headOf(scope, caller))
  if (caller && head && drops.length > 0) {
    const node = await deepestOnPath({ conversation: caller, head, reads: scope.reads }, spawnedBy)
    const isDropped = node && drops.some(({ span }) => isIn(node, span))
    if (isDropped) return nearestShown(scope, head, node)
  }
  return scope.reads.message(spawnedBy)
}

/** The drops with a policy that hold on the path to a conversation's head. */
async function dropsOf(
  scope: Scope,
  { headId }: Conversation,
  policy: 'CASCADE' | 'REROOT',
): Promise<readonly Hiding[]> {
  const head = headId === null ? null : await scope.reads.observation(headId)
  const bendId = head?.place?.bendId ?? null
  if (bendId === null) return []
  const { holds } = await bendsOf(scope.reads, bendId)
  return holds.filter(({ sidechains }) => sidechains === policy)
}

const pageLength = 100

async function* visibleSidechains(
  scope: Scope,
  conversation: Conversation,
  drops: readonly Hiding[],
  after: ListKey | null,
): AsyncGenerator<Conversation> {
  const view: View = { conversation, head: await headOf(scope, conversation), reads: scope.reads }
  for await (const page of walkList(scope.reads, 'sidechains', conversation.id, { limit: pageLength, after })) {
    const nodes = await Promise.all(
      page.map(async ({ spawnedBy }) => (spawnedBy === null ? null : deepestOnPath(view, spawnedBy))),
    )
    yield* page.filter((_, i) => !drops.some(({ span }) => isIn(nodes[i] ?? null, span)))
  }
}

function isIn(node: TreeNode | null, { from, to }: Span): boolean {
  return node !== null && node.place.depth >= from && node.place.depth <= to
}

/** The last turn above a node that no marker hides. */
async function nearestShown(scope: Scope, head: TreeNode, { place }: TreeNode): Promise<Message | null> {
  const { holds } = await bendsOf(scope.reads, head.place.bendId)
  for (let turn = place.turn === null ? place.turns : place.turn - 1; turn >= 1;) {
    const node = await nodeAt(scope.reads, head, 'turn', turn)
    const hidden = holds.find(({ span, keep }) => isIn(node, span) && !keep.some((one) => isIn(node, one)))
    if (!hidden || !node) return node?.messageId == null ? null : scope.reads.message(node.messageId)
    const remaining = hidden.keep.flatMap(({ to }) => (to < node.place.depth ? [to] : []))
    const above = await nodeAt(scope.reads, head, 'depth', Math.max(hidden.span.from - 1, ...remaining))
    turn = above?.place.turns ?? 0
  }
  return null
}
