import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { isOnPath, asTreeNode } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import type { Scope } from '../scope.ts'

/** How many are read at once. */
export const pageLength = 100

/** All forks of a conversation, or those that matter to who looks for what was recorded in them. */
export type ForkList = 'everyFork' | 'usedForks'

/**
 * Yields, in groups, the conversations to which a node belongs, recorded or inherited: those after one, or all; deleted ones
 * too, for their forks are not.
 */
export async function* holders(
  scope: Scope,
  node: TreeNode,
  after: Conversation | null,
  list: ForkList = 'everyFork',
): AsyncGenerator<Conversation[]> {
  const own = await conversationOf(scope, node.conversationId)
  if (after === null) {
    yield [own]
    yield* forksOf({ scope, node, list }, own, null)
    return
  }
  yield* forksOf({ scope, node, list }, after, null)
  for (let at = after; at.id !== own.id && at.forkedFrom;) {
    const source = await conversationOf(scope, at.forkedFrom.conversationId)
    yield* forksOf({ scope, node, list }, source, { sort: at.createdAt, id: at.id })
    at = source
  }
}

interface HolderQuery {
  readonly scope: Scope
  readonly node: TreeNode
  readonly list: ForkList
}

/** A conversation whose forks are walked: those that were read and not yielded yet, and where the next ones begin. */
interface Level {
  readonly owner: string
  forks: { readonly fork: Conversation; readonly hasForks: boolean }[]
  after: ListKey | null
  isRead: boolean
}
const levelOf = (owner: string, after: ListKey | null): Level => ({ owner, forks: [], after, isRead: false })

/**
 * The forks of a conversation that inherited the node, each followed by its own. One without forks is grouped with the
 * next. Levels lie on a list of ours, for forks of forks may lie thousands deep.
 */
async function* forksOf(
  request: HolderQuery,
  { id }: Conversation,
  after: ListKey | null,
): AsyncGenerator<Conversation[]> {
  const levels = [levelOf(id, after)]
  let some: Conversation[] = []
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const next = level.forks.shift()
    if (next) {
      some.push(next.fork)
      if (next.hasForks) levels.push(levelOf(next.fork.id, null))
    } else if (level.isRead) levels.pop()
    else await readOn(request, level)
    if (next?.hasForks || some.length >= pageLength) {
      yield some
      some = []
    }
  }
  if (some.length > 0) yield some
}

async function readOn({ scope, node, list }: HolderQuery, level: Level): Promise<void> {
  const page = await scope.reads.list({ list, owner: level.owner, after: level.after, limit: pageLength })
  const inherits = await Promise.all(page.map((fork) => inherited(scope, node, fork)))
  const forks = page.filter((_, i) => inherits[i])
  const below = await Promise.all(
    forks.map(({ id }) => scope.reads.list({ list, owner: id, after: null, limit: pageLength })),
  )
  level.forks = forks.map((fork, i) => ({ fork, hasForks: (below[i]?.length ?? 0) > 0 }))
  const last = page.at(-1)
  level.isRead = !last || page.length < pageLength
  level.after = last ? { sort: last.createdAt, id: last.id } : null
}

async function inherited(scope: Scope, node: TreeNode, { forkedFrom }: Conversation): Promise<boolean> {
  const id = forkedFrom?.observationId ?? null
  return id !== null && isOnPath(scope.reads, node, asTreeNode(await scope.reads.observation(id)))
}
