import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { BranchOutline } from '../../domain/prompts/branches.ts'
import { brokenCursor, cursorOf, listIn, readId } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { listed, pageSize, type ListPage } from '../read/pages.ts'
import { headOf, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { branchesOfTree } from './branchOutlines.ts'
import type { LoopSpan } from './rows.ts'

/** A branch of a conversation's tree: an end, and where the way to it begins. */
export interface Branch {
  /** Of the node where it begins. */
  readonly id: string
  readonly conversation: Conversation
  readonly outline: BranchOutline
  readonly isCurrent: boolean
}

/** Returns a page of a conversation's branches: the one of its head, then the others by their newest activity. */
export async function branchesPage(scope: Scope, conversation: Conversation, args: Forward): Promise<ListPage<Branch>> {
  const size = pageSize(args).first ?? 0
  const list = listIn(scope, `branches:${conversation.id}`)
  const after = readId(list, args.after, 'after')
  const { branches } = await branchesOfTree(scope, conversation)
  const current = await currentOutline(scope, conversation)
  const all = [...branches.filter((one) => one === current), ...branches.filter((one) => one !== current)]
  const begin = after === null ? 0 : all.findIndex(({ first }) => first.id === after) + 1
  if (after !== null && begin === 0) throw brokenCursor(args.after, 'after')
  const visible = all.slice(begin, begin + size).map((outline) => branchOf(conversation, outline, current))
  return {
    items: visible.map((branch) => listed(branch, () => cursorOf(list, branch.id))),
    hasNextPage: begin + size < all.length,
    hasPreviousPage: begin > 0,
    totalCount: () => Promise.resolve(all.length),
  }
}

function branchOf(conversation: Conversation, outline: BranchOutline, current: BranchOutline | null): Branch {
  return { id: outline.first.id, conversation, outline, isCurrent: outline === current }
}

/** The branch that the head stands on; null at the empty path and in a fork that has nothing of its own there. */
async function currentOutline(scope: Scope, conversation: Conversation): Promise<BranchOutline | null> {
  const head = await headOf(scope, conversation)
  const { ofSegment } = await branchesOfTree(scope, conversation)
  return (head && ofSegment.get(head.place.segmentId)) ?? null
}

/** Returns the branch that a node of a conversation lies on; what was inherited lies on a branch of where it was recorded. */
export async function branchAt(scope: Scope, conversation: Conversation, node: TreeNode): Promise<Branch> {
  const head = await headOf(scope, conversation)
  const owner = await ownerOf(scope, conversation, node)
  const { ofSegment } = await branchesOfTree(scope, owner)
  const outline = ofSegment.get(node.place.segmentId)
  if (!outline) throw new Error(`The segment ${node.place.segmentId} belongs to no branch.`)
  return branchOf(owner, outline, (head && ofSegment.get(head.place.segmentId)) ?? null)
}

async function ownerOf(scope: Scope, conversation: Conversation, node: TreeNode): Promise<Conversation> {
  const segment = await scope.reads.segment(node.place.segmentId)
  const id = segment?.conversationId ?? node.conversationId
  if (id === conversation.id) return conversation
  const owner = await scope.reads.conversation(id)
  if (!owner) throw new Error(`The conversation ${id} of an inherited node is missing.`)
  return owner
}

/** Returns the branch that begins with a node; null where none does. */
export async function branchFrom(scope: Scope, conversation: Conversation, id: string): Promise<Branch | null> {
  const { branches } = await branchesOfTree(scope, conversation)
  const outline = branches.find(({ first }) => first.id === id)
  return outline ? branchOf(conversation, outline, await currentOutline(scope, conversation)) : null
}

/** Returns all of a branch as a stretch of the path to its end. */
export async function spanOfBranch(scope: Scope, { conversation, outline }: Branch): Promise<LoopSpan> {
  const [first, end] = await Promise.all([
    existingNode(scope, outline.first.id),
    existingNode(scope, outline.end.tipId),
  ])
  const { parentId } = first.place
  const before = parentId === null ? null : await existingNode(scope, parentId)
  const isThrough = first.place.depth <= end.place.depth
  const path = { scope, conversation, end, values: 'CURRENT' } as const
  return { path, before, first, last: isThrough ? end : first }
}

async function existingNode({ reads }: Scope, id: string): Promise<TreeNode> {
  const node = asTreeNode(await reads.observation(id))
  if (!node) throw new Error(`The observation ${id} is named but missing.`)
  return node
}

/** Returns how many prompts a branch has, from where it begins. */
export async function promptsOfBranch(scope: Scope, branch: Branch): Promise<number> {
  const { before, last } = await spanOfBranch(scope, branch)
  return last.place.prompts.count - (before?.place.prompts.count ?? 0)
}
