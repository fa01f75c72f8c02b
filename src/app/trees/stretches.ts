import { messageId } from '../../domain/ids.ts'
import type { Conversation, JunctionKind, Segment, TreeNode } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { inheritedLine, stretchesOf, type LinePlace, type TreeStretch } from '../../domain/tree/stretches.ts'
import type { ListKey, ListRequest } from '../../storage/graphStore.ts'
import { brokenCursor, cursorOf, listIn, readId } from '../read/cursors.ts'
import { ifItFits } from '../read/loaders.ts'
import type { Forward } from '../read/lists.ts'
import { listed, type ListPage } from '../read/pages.ts'
import { forkPoint, headOf, nodeAt, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { branchRoots } from './branchRoots.ts'

/** Why a stretch begins. */
export type Parting = JunctionKind | 'ROOT'

/** A longest run of nodes between partings of a conversation's tree, wholly inherited or wholly its own. */
export interface ConversationStretch {
  /** Made of its first observation's id as a message's is of its turn's. */
  readonly id: string
  readonly first: TreeNode
  readonly last: TreeNode
  readonly length: number
  readonly turns: number
  /** Null for the only root, and where a fork's own nodes begin below its point alone. */
  readonly parting: Parting | null
  readonly onHeadPath: boolean
  readonly inherited: boolean
  /** So many more leaves of that parting are folded into it. */
  readonly alike: number
}

/** A conversation's tree without its straight parts. */
export interface Skeleton {
  readonly conversation: Conversation
  readonly point: TreeNode | null
  readonly stretches: readonly TreeStretch[]
}

const [pageDefault, pageMaximum] = [200, 1000]

/** Returns a page of a conversation's tree without the straight parts: newest leaf first, what is above it before it. */
export async function stretchesPage(
  scope: Scope,
  conversation: Conversation,
  args: Forward,
): Promise<ListPage<ConversationStretch>> {
  const size = args.first ?? pageDefault
  if (size < 1 || size > pageMaximum)
    throw badInput(`"first" must be from 1 to ${pageMaximum}.`, { first: size, maximum: pageMaximum }, ['first'])
  const name = listName(scope, conversation)
  const skeleton = await skeletonOf(scope, conversation)
  const begin = await stretchAfter(scope, skeleton, args.after)
  const items = await loadStretches(scope, skeleton, begin, size)
  return {
    items: items.map((item) => listed(item, () => cursorOf(name, item.first.id))),
    hasNextPage: begin + items.length < skeleton.stretches.length,
    hasPreviousPage: begin > 0,
    totalCount: () => Promise.resolve(skeleton.stretches.length),
  }
}

const listName = (scope: Scope, { id }: Conversation) => listIn(scope, `stretches:${id}`)

/** Returns the cursor of a stretch that begins with a node. */
export function stretchCursor(scope: Scope, conversation: Conversation, first: TreeNode): string {
  return cursorOf(listName(scope, conversation), first.id)
}

/** Returns the place in a skeleton after which a cursor begins, 0 without one. */
export async function stretchAfter(
  scope: Scope,
  skeleton: Skeleton,
  after: string | null | undefined,
): Promise<number> {
  const seen = readId(listName(scope, skeleton.conversation), after, 'after')
  if (seen === null) return 0
  const place = await placeAfter(scope, skeleton, seen)
  if (place === null) throw brokenCursor(after, 'after')
  return place
}

/** Returns so many stretches of a skeleton from a place on, with their ends. */
export async function loadStretches(
  scope: Scope,
  skeleton: Skeleton,
  from: number,
  size: number,
): Promise<ConversationStretch[]> {
  const some = skeleton.stretches.slice(from, from + size)
  const ends = await Promise.all(
    some.map(({ line, from: first, to }) =>
      Promise.all([nodeOn(scope, skeleton, { line, depth: first }), nodeOn(scope, skeleton, { line, depth: to })]),
    ),
  )
  const partings = await partingsOf(
    scope,
    skeleton,
    ends.map(([first]) => first),
  )
  return some.map(({ line, from: begin, to, onHeadPath, alike }, i) => {
    const [first, last] = ends[i] as [TreeNode, TreeNode]
    const id = messageId(skeleton.conversation.id, first.id)
    const turns = last.place.turns - first.place.turns + (first.place.turn === null ? 0 : 1)
    const parting = partings[i] ?? null
    return {
      id,
      first,
      last,
      length: to - begin + 1,
      turns,
      parting,
      onHeadPath,
      inherited: line === inheritedLine,
      alike,
    }
  })
}

async function nodeOn({ reads }: Scope, { point }: Skeleton, { line, depth }: LinePlace): Promise<TreeNode> {
  const node =
    line === inheritedLine
      ? point && (await nodeAt(reads, point, 'depth', depth))
      : (await reads.range({ segmentId: line, axis: 'depth', from: depth, to: depth }))[0]
  if (!node) throw new Error(`A tree has no node at depth ${depth} of ${line || 'what it inherited'}.`)
  return node as TreeNode
}

async function partingsOf(scope: Scope, skeleton: Skeleton, firsts: readonly TreeNode[]): Promise<(Parting | null)[]> {
  const { id } = skeleton.conversation
  const count = skeleton.stretches.reduce((sum, { after, alike }) => sum + (after === null ? 1 + alike : 0), 0)
  const hasRoots = firsts.some(({ place }) => place.parentId === null)
  const roots = hasRoots ? await branchRoots(scope, { ...skeleton, count }) : null
  return Promise.all(
    firsts.map(async (first) => {
      const { parentId } = first.place
      if (parentId === null) return roots === null ? null : roots(first)
      const junction = await scope.reads.junction(id, parentId)
      return junction === null || junction.children < 2 ? null : junction.kind
    }),
  )
}

/** Stretches that are kept in the process between the pages of a tree. */
const mostKept = 25_000

/** Returns a conversation's tree without its straight parts; pages that follow each other find it as it was. */
export async function skeletonOf(scope: Scope, conversation: Conversation): Promise<Skeleton> {
  const [head, point] = await Promise.all([headOf(scope, conversation), forkPoint({ ...scope, conversation })])
  const key = `stretches of ${conversation.id} at ${conversation.version}`
  const stored = scope.reads.cached.get(key) as readonly TreeStretch[] | undefined
  if (stored) return { conversation, point, stretches: stored }
  const segments = await segmentsOf(scope, conversation.id)
  const own = new Set(segments.map(({ id }) => id))
  const place = head?.place ?? null
  const stretches = stretchesOf({
    inheritedDepth: point?.place.depth ?? null,
    segments,
    head: place && { line: own.has(place.segmentId) ? place.segmentId : inheritedLine, depth: place.depth },
  })
  if (stretches.length <= mostKept) scope.reads.cached.set(key, stretches)
  return { conversation, point, stretches }
}

/** Outlines alone are held: of a segment that lies deep the way to the root is long. */
async function segmentsOf(scope: Scope, owner: string): Promise<Pick<Segment, 'id' | 'tipDepth' | 'exit'>[]> {
  const results: Pick<Segment, 'id' | 'tipDepth' | 'exit'>[] = []
  for (let [after, limit]: [ListKey | null, number] = [null, 1000]; ;) {
    scope.signal?.throwIfAborted()
    const request: ListRequest<'segmentsOfConversation'> = { list: 'segmentsOfConversation', owner, after, limit }
    const pages: Segment[][] | null = await ifItFits(limit, () => scope.store.lists([request]))
    if (pages === null) {
      limit = limit >> 1
      continue
    }
    const page: Segment[] = pages[0] ?? []
    for (const { id, tipDepth, exit } of page) results.push({ id, tipDepth, exit })
    const last = page.at(-1)
    if (page.length < limit || !last) return results
    after = { sort: last.tipAt, id: last.tipId }
  }
}

/** Where the stretch of a cursor stands now. One that was folded meanwhile stands where those beside it do. */
async function placeAfter(scope: Scope, skeleton: Skeleton, seen: string): Promise<number | null> {
  const node = asTreeNode(await scope.reads.observation(seen))
  const parent = node?.place.parentId == null ? null : asTreeNode(await scope.reads.observation(node.place.parentId))
  const { stretches, conversation } = skeleton
  const lineOf = ({ conversationId, place }: TreeNode) =>
    conversationId === conversation.id ? place.segmentId : inheritedLine
  const at = node && stretches.findIndex(({ line, from }) => line === lineOf(node) && from === node.place.depth)
  if (at !== null && at >= 0) return at + 1
  const above = parent && stretches.findIndex(({ line, to }) => line === lineOf(parent) && to === parent.place.depth)
  const folded = stretches.findIndex(({ after, alike }) => alike > 0 && after === above)
  return node === null || folded < 0 ? null : folded + 1
}
