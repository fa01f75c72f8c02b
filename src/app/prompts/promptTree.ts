import type { Conversation, TreeNode } from '../../domain/model.ts'
import { promptOrder, type OrderedPrompt } from '../../domain/prompts/treeOrder.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import { brokenCursor, cursorOf, listIn, readId } from '../read/cursors.ts'
import { checkLookupId } from '../../domain/ids.ts'
import { listed, type ListPage } from '../read/pages.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { branchesOfTree } from './branchOutlines.ts'
import { branchFrom } from './branches.ts'
import { rowsIn } from './placedRows.ts'
import type { ListedPrompt } from './rows.ts'
import { linesOf, linesOfFamily, trunkOf } from './treeLines.ts'

/** Which prompts of a tree are listed. */
export interface TreeRequest {
  /** The branch that is listed alone. */
  readonly from?: string | null
  /** Whether its source, its forks and theirs are listed with it. */
  readonly family?: boolean | null
  readonly first?: number | null
  readonly after?: string | null
}

const [pageDefault, pageMaximum] = [200, 1000]
/** Prompts whose order is kept in the process between the pages of a tree. */
const mostKept = 25_000

/** Returns a page of the prompts of a conversation's tree: the trunk root first, what parts from a prompt behind it. */
export async function promptTreePage(
  scope: Scope,
  conversation: Conversation,
  request: TreeRequest,
  most: number = pageMaximum,
): Promise<ListPage<ListedPrompt>> {
  const size = request.first ?? Math.min(pageDefault, most)
  if (size < 1 || size > most)
    throw badInput(`"first" must be from 1 to ${most}.`, { first: size, maximum: most }, ['first'])
  const list = listIn(scope, `promptTree:${conversation.id}`)
  const after = readId(list, request.after, 'after')
  const ordered = await orderOf(scope, conversation, request)
  const begin = after === null ? 0 : await placeAfter(scope, ordered, after)
  const rows = await rowsIn(scope, conversation, ordered.slice(begin, begin + size))
  return {
    items: rows.map((row) => listed(row, () => cursorOf(list, row.id))),
    hasNextPage: begin + rows.length < ordered.length,
    hasPreviousPage: begin > 0,
    totalCount: () => Promise.resolve(ordered.length),
  }
}

async function placeAfter({ reads }: Scope, ordered: readonly OrderedPrompt[], id: string): Promise<number> {
  const node: TreeNode | null = asTreeNode(await reads.observation(id))
  const at = ordered.findIndex(({ line, depth }) => line === node?.place.segmentId && depth === node.place.depth)
  if (at < 0) throw brokenCursor(id, 'after')
  return at + 1
}

async function orderOf(
  scope: Scope,
  conversation: Conversation,
  { from, family }: TreeRequest,
): Promise<readonly OrderedPrompt[]> {
  if (from != null) return orderOfBranch(scope, conversation, from)
  const key = `prompts of ${conversation.id} at ${conversation.version}`
  const orderedPrompts =
    family === true ? undefined : (scope.reads.cached.get(key) as readonly OrderedPrompt[] | undefined)
  if (orderedPrompts) return orderedPrompts
  const lines = family === true ? await linesOfFamily(scope, conversation) : await linesOf(scope, conversation)
  const ordered = promptOrder(lines, await trunkOf(scope, conversation))
  if (family !== true && ordered.length <= mostKept) scope.reads.cached.set(key, ordered)
  return ordered
}

async function orderOfBranch(scope: Scope, conversation: Conversation, id: string): Promise<OrderedPrompt[]> {
  const branch = await branchFrom(scope, conversation, checkLookupId(id))
  if (branch === null)
    throw new Refusal('NOT_FOUND', { kind: 'Branch', id }, `"${conversation.id}" has no branch "${id}".`, ['from'])
  const { ofSegment } = await branchesOfTree(scope, conversation)
  const lines = (await linesOf(scope, conversation)).filter((line) => ofSegment.get(line.id) === branch.outline)
  return promptOrder(lines, await trunkOf(scope, conversation))
}
