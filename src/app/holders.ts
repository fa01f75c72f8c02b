import type { Conversation, Observation, TreeNode } from '../domain/model.ts'
import type { ListKey } from '../storage/graphStore.ts'
import type { Act } from './act.ts'
import { cursorOf, readCursor } from './cursors.ts'
import type { Forward } from './lists.ts'
import { pageSize, type Page } from './pages.ts'
import { isOnPath, treeNode } from './paths.ts'
import { headOf } from './transcript.ts'
import { conversationOf } from './treeQueries.ts'
import { walkedPage } from './walkedPages.ts'

/**
 * Returns a page of the conversations whose transcript holds an observation, deleted ones left out: where it was
 * recorded first, then its forks, newest first, each followed by its own.
 */
export async function holdersPage(act: Act, observation: Observation, args: Forward): Promise<Page<Conversation>> {
  const name = `conversations:${observation.id}`
  const node = treeNode(observation)
  const seen = readCursor(name, args.after, 'after')
  const after = seen === null ? null : await conversationOf(act, seen)
  const from = (start: Conversation | null) => standing(act, node, start)
  const cursor = ({ id }: Conversation) => cursorOf(name, id)
  const size = pageSize(args).first ?? 0
  const walk = { size, isContinued: after !== null, items: from(after), cursor, all: () => from(null) }
  return walkedPage(act, walk, (conversation) => conversation)
}

/** Returns a page of the leaves below an observation: conversation by conversation as above, in each the newest first. */
export async function leavesBelowPage(act: Act, observation: Observation, args: Forward): Promise<Page<Observation>> {
  const name = `leaves:${observation.id}`
  const node = treeNode(observation)
  const seen = readCursor(name, args.after, 'after')
  const after = seen === null ? null : treeNode(await act.reads.observation(seen))
  const from = (start: TreeNode | null) => leavesOf(act, node, start)
  const cursor = ({ id }: TreeNode) => cursorOf(name, id)
  const size = pageSize(args).first ?? 0
  const walk = { size, isContinued: after !== null, items: from(after), cursor, all: () => from(null) }
  return walkedPage(act, walk, (leaf) => leaf)
}

async function* standing(act: Act, node: TreeNode | null, after: Conversation | null): AsyncGenerator<Conversation> {
  if (!node) return
  for await (const some of holders(act, node, after)) {
    const held = await Promise.all(
      some.map(async (one) => one.deletedAt === null && isOnPath(act.reads, node, await headOf(act, one))),
    )
    yield* some.filter((_, i) => held[i])
  }
}

async function* leavesOf(act: Act, node: TreeNode | null, after: TreeNode | null): AsyncGenerator<TreeNode> {
  if (!node) return
  let begun: Conversation | null = null
  if (after) {
    begun = await conversationOf(act, after.conversationId)
    yield* tipsBelow(act, node, begun, { sort: after.ingestedAt, id: after.id })
  }
  for await (const some of holders(act, node, begun))
    for (const conversation of some) yield* tipsBelow(act, node, conversation, null)
}

const together = 100

async function* tipsBelow(
  act: Act,
  node: TreeNode,
  { id: owner }: Conversation,
  key: ListKey | null,
): AsyncGenerator<TreeNode> {
  for (let after = key; ;) {
    const tips = (await act.reads.list({ list: 'tips', owner, after, limit: together })) as TreeNode[]
    const held = await Promise.all(tips.map(async (tip) => tip.id !== node.id && isOnPath(act.reads, node, tip)))
    yield* tips.filter((_, i) => held[i])
    const last = tips.at(-1)
    if (!last || tips.length < together) return
    after = { sort: last.ingestedAt, id: last.id }
  }
}

/** Yields, in groups, the conversations to which a node belongs, recorded or inherited: those after one, or all. */
async function* holders(act: Act, node: TreeNode, after: Conversation | null): AsyncGenerator<Conversation[]> {
  const own = await conversationOf(act, node.conversationId)
  if (after === null) {
    yield [own]
    yield* forksOf(act, node, own, null)
    return
  }
  yield* forksOf(act, node, after, null)
  for (let at = after; at.id !== own.id && at.forkedFrom;) {
    const source = await conversationOf(act, at.forkedFrom.conversationId)
    yield* forksOf(act, node, source, { sort: at.createdAt, id: at.id })
    at = source
  }
}

/** The forks of a conversation that inherited the node, each followed by its own. One without forks is grouped with the next. */
async function* forksOf(
  act: Act,
  node: TreeNode,
  { id: owner }: Conversation,
  key: ListKey | null,
): AsyncGenerator<Conversation[]> {
  for (let after = key; ;) {
    const page = await act.reads.list({ list: 'forks', owner, after, limit: together })
    const inherits = await Promise.all(page.map((fork) => inherited(act, node, fork)))
    const forks = page.filter((_, i) => inherits[i])
    const below = await Promise.all(
      forks.map(({ id }) => act.reads.list({ list: 'forks', owner: id, after: null, limit: together })),
    )
    let some: Conversation[] = []
    for (const [i, fork] of forks.entries()) {
      some.push(fork)
      if (below[i]?.length === 0) continue
      yield some
      some = []
      yield* forksOf(act, node, fork, null)
    }
    if (some.length > 0) yield some
    const last = page.at(-1)
    if (!last || page.length < together) return
    after = { sort: last.createdAt, id: last.id }
  }
}

async function inherited(act: Act, node: TreeNode, { forkedFrom }: Conversation): Promise<boolean> {
  const id = forkedFrom?.observationId ?? null
  return id !== null && isOnPath(act.reads, node, treeNode(await act.reads.observation(id)))
}
