import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { isOnPath, treeNode } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import type { Scope } from '../scope.ts'

/** How many are read at once. */
export const together = 100

/** Yields, in groups, the conversations to which a node belongs, recorded or inherited: those after one, or all. */
export async function* holders(
  scope: Scope,
  node: TreeNode,
  after: Conversation | null,
): AsyncGenerator<Conversation[]> {
  const own = await conversationOf(scope, node.conversationId)
  if (after === null) {
    yield [own]
    yield* forksOf(scope, node, own, null)
    return
  }
  yield* forksOf(scope, node, after, null)
  for (let at = after; at.id !== own.id && at.forkedFrom;) {
    const source = await conversationOf(scope, at.forkedFrom.conversationId)
    yield* forksOf(scope, node, source, { sort: at.createdAt, id: at.id })
    at = source
  }
}

/** The forks of a conversation that inherited the node, each followed by its own. One without forks is grouped with the next. */
async function* forksOf(
  scope: Scope,
  node: TreeNode,
  { id: owner }: Conversation,
  key: ListKey | null,
): AsyncGenerator<Conversation[]> {
  for (let after = key; ;) {
    const page = await scope.reads.list({ list: 'forks', owner, after, limit: together })
    const inherits = await Promise.all(page.map((fork) => inherited(scope, node, fork)))
    const forks = page.filter((_, i) => inherits[i])
    const below = await Promise.all(
      forks.map(({ id }) => scope.reads.list({ list: 'forks', owner: id, after: null, limit: together })),
    )
    let some: Conversation[] = []
    for (const [i, fork] of forks.entries()) {
      some.push(fork)
      if (below[i]?.length === 0) continue
      yield some
      some = []
      yield* forksOf(scope, node, fork, null)
    }
    if (some.length > 0) yield some
    const last = page.at(-1)
    if (!last || page.length < together) return
    after = { sort: last.createdAt, id: last.id }
  }
}

async function inherited(scope: Scope, node: TreeNode, { forkedFrom }: Conversation): Promise<boolean> {
  const id = forkedFrom?.observationId ?? null
  return id !== null && isOnPath(scope.reads, node, treeNode(await scope.reads.observation(id)))
}
