import type { Observation } from '../../domain/model.ts'
import { type Forward, listPage } from '../read/lists.ts'
import { type ListPage, pageSize } from '../read/pages.ts'
import type { Scope } from '../scope.ts'

/** Returns the other children of an observation's parent, oldest first; a root's are the conversation's other roots. */
export async function siblingsPage(
  scope: Scope,
  observation: Observation,
  args: Forward,
): Promise<ListPage<Observation>> {
  if (!observation.place)
    return { items: [], hasNextPage: false, hasPreviousPage: false, totalCount: () => Promise.resolve(0) }
  const { parentId } = observation.place
  const size = pageSize(args).first ?? 0
  const all =
    parentId === null
      ? await listPage(scope, 'roots', observation.conversationId, args)
      : await listPage(scope, 'children', parentId, args)
  const others = all.items.filter(({ item }) => item.id !== observation.id)
  const rest =
    others.length < all.items.length && all.hasNextPage
      ? await siblingsPage(scope, observation, { first: 1, after: all.items.at(-1)?.cursor ?? null })
      : null
  return {
    ...all,
    items: [...others, ...(rest?.items ?? [])].slice(0, size),
    hasNextPage: rest ? rest.hasNextPage : all.hasNextPage,
    totalCount: async () => {
      const count = await all.totalCount()
      return count === null ? null : Math.max(0, count - 1)
    },
  }
}
