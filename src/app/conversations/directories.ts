import type { Directory } from '../../storage/graphStore.ts'
import { cost } from '../read/budget.ts'
import { listIn } from '../read/cursors.ts'
import { pageOf, readKey, type Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import type { Scope } from '../scope.ts'

/** Returns a page of the working directories of conversations that are not deleted, newest activity first. */
export async function directoriesPage(scope: Scope, args: Forward): Promise<ListPage<Directory>> {
  const limit = pageSize(args).first ?? 0
  const name = listIn(scope, 'directories')
  const after = readKey(name, args)
  const read = (page: { after: typeof after; limit: number }) => {
    scope.budget.spend(cost.scan)
    return scope.store.directories(page)
  }
  const items = await read({ after, limit: limit + 1 })
  const key = ({ cwd, updatedAt }: Directory) => ({ sort: updatedAt, id: JSON.stringify(cwd) })
  return pageOf(name, items, limit, key, after !== null, async () => {
    const { length } = await read({ after: null, limit: scope.limits.count + 1 })
    return length > scope.limits.count ? null : length
  })
}
