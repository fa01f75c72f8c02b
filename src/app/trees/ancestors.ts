import type { Observation, TreeNode } from '../../domain/model.ts'
import { brokenCursor, cursorOf, listIn, readId, type StampedList } from '../read/cursors.ts'
import { type PageArguments, type ListPage, listed, pageSize } from '../read/pages.ts'
import { isOnPath, nodesOf, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'

/** Returns a page of an observation's ancestors: root first, itself left out, flat in depth. Outside the tree there are none. */
export async function ancestorsPage(
  scope: Scope,
  observation: Observation,
  args: PageArguments,
): Promise<ListPage<Observation>> {
  const node = asTreeNode(observation)
  const { first, last } = pageSize(args)
  const name = listIn(scope, `ancestors:${observation.id}`)
  const total = node?.place.depth ?? 0
  const after = (await depthOf(scope, node, name, args, 'after')) ?? -1
  const before = (await depthOf(scope, node, name, args, 'before')) ?? total
  const low = last === null ? after + 1 : Math.max(after + 1, before - last)
  const high = first === null ? before - 1 : Math.min(before - 1, after + first)
  const items = node === null || low > high ? [] : await nodesOf(scope.reads, node, 'depth', low, high)
  return {
    items: items.map((item) => listed(item, () => cursorOf(name, item.id))),
    hasPreviousPage: items.length > 0 && low > 0,
    hasNextPage: items.length > 0 && high < total - 1,
    totalCount: () => Promise.resolve(total > scope.limits.count ? null : total),
  }
}

async function depthOf(
  scope: Scope,
  node: TreeNode | null,
  list: StampedList,
  cursors: PageArguments,
  field: 'after' | 'before',
): Promise<number | null> {
  const id = readId(list, cursors[field], field)
  if (id === null) return null
  const named = asTreeNode(await scope.reads.observation(id))
  if (!named || named.id === node?.id || !(await isOnPath(scope.reads, named, node)))
    throw brokenCursor(cursors[field], field)
  return named.place.depth
}
