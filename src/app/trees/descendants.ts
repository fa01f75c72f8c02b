import type { Observation, TreeNode } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { brokenCursor, cursorOfParts, listIn, readParts, type StampedList } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import { isOnPath, asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import { countUpTo, lazyPage } from '../read/lazyPage.ts'
import { walkList } from '../read/walkList.ts'

/** A descendant with the first one of its level: that is where its children's level begins. */
interface DescendantTip {
  readonly node: TreeNode
  readonly first: TreeNode
}

/** Where a page begins: after `node`, which `isLast` of its level or not. */
interface Begin extends DescendantTip {
  readonly isLast: boolean
}

/**
 * Returns a page of what comes below an observation, in whatever conversation: level by level, at most `maxDepth` of
 * them, children in the order of their parents, oldest first. What a page costs grows with it and with how many levels
 * lie above it, not with the tree.
 */
export async function descendantsPage(
  scope: Scope,
  observation: Observation,
  args: Forward & { readonly maxDepth?: number | null },
): Promise<ListPage<Observation>> {
  const { maxDepth } = args
  if (maxDepth != null && maxDepth < 1) throw badInput('"maxDepth" must be at least 1.', { maxDepth }, ['maxDepth'])
  const size = pageSize(args).first ?? 0
  const name = listIn(scope, `descendants:${observation.id}`)
  const root = asTreeNode(observation)
  const begin = root && (await beginOf(scope, name, root, args.after))
  const most = (root?.place.depth ?? 0) + (maxDepth ?? Number.MAX_SAFE_INTEGER)
  const from = (start: Begin | null) => (root ? breadthFirst(scope.reads, root, start, most) : none())
  const cursor = ({ node, first }: DescendantTip, next: DescendantTip | null) => {
    const isLast = next === null || next.node.place.depth > node.place.depth
    return cursorOfParts(name, [node.id, first.id, isLast])
  }
  const walk = {
    size,
    isContinued: begin !== null,
    items: from(begin),
    cursor,
    totalCount: () => countUpTo(scope, from(null)),
  }
  return lazyPage(walk, ({ node }) => node)
}

async function beginOf(
  scope: Scope,
  name: StampedList,
  root: TreeNode,
  after: string | null | undefined,
): Promise<Begin | null> {
  const read = readParts(name, after, 'after', isPlace)
  if (read === null) return null
  const [nodeId, firstId, isLast] = read
  const [node, first] = (await Promise.all([nodeId, firstId].map((id) => scope.reads.observation(id)))).map(asTreeNode)
  const isBelow = async (one: TreeNode) => one.id !== root.id && (await isOnPath(scope.reads, root, one))
  if (!node || !first || first.place.depth !== node.place.depth || !(await isBelow(node)) || !(await isBelow(first)))
    throw brokenCursor(after, 'after')
  return { node, first, isLast }
}

const isPlace = (value: unknown): value is [string, string, boolean] =>
  Array.isArray(value) && value.map((one) => typeof one).join() === 'string,string,boolean'

async function* none(): AsyncGenerator<DescendantTip> {}

/** Yields the levels one after the other. The nodes of the level before are the parents of the next one. */
async function* breadthFirst(
  reads: Reads,
  root: TreeNode,
  begin: Begin | null,
  most: number,
): AsyncGenerator<DescendantTip> {
  const ahead = new Set<string>()
  let parents: Nodes = only(root)
  let depth = root.place.depth
  if (begin) {
    const { node, first, isLast } = begin
    if (!isLast) for await (const next of levelAfter(reads, root, node, ahead)) yield { node: next, first }
    parents = levelFrom(reads, root, first, isLast ? node : null, ahead)
    depth = node.place.depth
  }
  for (depth++; depth <= most; depth++) {
    const level: TreeNode[] = []
    for await (const node of childrenOf(reads, parents, ahead)) {
      level.push(node)
      yield { node, first: level[0] ?? node }
    }
    if (level.length === 0) return
    parents = level
  }
}
type Nodes = Iterable<TreeNode> | AsyncIterable<TreeNode>

function* only(node: TreeNode): Generator<TreeNode> {
  yield node
}

/** The nodes of a level from one on, up to its last one where that is known. */
async function* levelFrom(
  reads: Reads,
  root: TreeNode,
  first: TreeNode,
  last: TreeNode | null,
  ahead: Set<string>,
): AsyncGenerator<TreeNode> {
  yield first
  if (first.id === last?.id) return
  for await (const node of levelAfter(reads, root, first, ahead)) {
    yield node
    if (node.id === last?.id) return
  }
}

/** The nodes of a level after one: its later siblings, then the children of what comes after its parent, and so on up. */
async function* levelAfter(reads: Reads, root: TreeNode, node: TreeNode, ahead: Set<string>): AsyncGenerator<TreeNode> {
  if (node.id === root.id) return
  const parent = asTreeNode(await reads.observation(node.place.parentId ?? '')) as TreeNode
  yield* childrenAfter(reads, parent, { sort: node.ingestedAt, id: node.id })
  yield* childrenOf(reads, levelAfter(reads, root, parent, ahead), ahead)
}

const pageLength = 50

/** The children of nodes, in their order: many nodes' children are one store call. */
async function* childrenOf(reads: Reads, parents: Nodes, ahead: Set<string>): AsyncGenerator<TreeNode> {
  let some: TreeNode[] = []
  for await (const parent of parents) {
    some.push(parent)
    if (some.length < pageLength) continue
    yield* childrenOfSome(reads, some, ahead)
    some = []
  }
  yield* childrenOfSome(reads, some, ahead)
}

async function* childrenOfSome(reads: Reads, parents: readonly TreeNode[], ahead: Set<string>) {
  if (parents.length <= fewParents) await lookAhead(reads, parents, ahead)
  const pages = await Promise.all(parents.map(({ id }) => childPage(reads, id, null)))
  for (const [i, page] of pages.entries()) {
    yield* page
    const [parent, last] = [parents[i], page.at(-1)]
    if (parent && last && page.length === pageLength)
      yield* childrenAfter(reads, parent, { sort: last.ingestedAt, id: last.id })
  }
}

async function* childrenAfter(reads: Reads, { id }: TreeNode, after: ListKey): AsyncGenerator<TreeNode> {
  for await (const page of walkList(reads, 'children', id, { limit: pageLength, after })) yield* page as TreeNode[]
}

async function childPage(reads: Reads, owner: string, after: ListKey | null): Promise<TreeNode[]> {
  return (await reads.list({ list: 'children', owner, after, limit: pageLength })) as TreeNode[]
}

/** A level of so few parents is read ahead. */
const fewParents = 4

/** Where a level is narrow, its nodes' segments tell most of what comes below, so that many levels are asked for at once. */
async function lookAhead(reads: Reads, parents: readonly TreeNode[], ahead: Set<string>): Promise<void> {
  const unread = parents.filter(({ id }) => !ahead.has(id))
  const stretches = await Promise.all(
    unread.map(({ place: { segmentId, depth } }) =>
      reads.range({ segmentId, axis: 'depth', from: depth + 1, to: depth + pageLength }),
    ),
  )
  const below = [...unread, ...stretches.flat()]
  for (const { id } of below) ahead.add(id)
  await Promise.all(below.map(({ id }) => childPage(reads, id, null)))
}
