import type { WalkPage } from '../../../storage/graphStore.ts'
import type { Scope } from '../../scope.ts'

const pageLength = 1000

/** Returns entities with those that they were merged into and all that were merged into these: together they are one. */
export async function mergedWith(scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const into = new Map<string, string>()
  for (let after: string | null = null; ;) {
    scope.signal?.throwIfAborted()
    const page: WalkPage<'entities'> = await scope.store.walk('entities', { after, limit: pageLength })
    for (const { id, mergedInto } of page.items) if (mergedInto !== null) into.set(id, mergedInto)
    after = page.next
    if (after === null) break
  }
  const ends = new Set(ids.map((id) => endOf(id, into)))
  const merged = [...into.keys()].filter((id) => ends.has(endOf(id, into)))
  return [...new Set([...ids, ...ends, ...merged])]
}

function endOf(id: string, into: ReadonlyMap<string, string>): string {
  const seen = new Set([id])
  let end = id
  for (let next = into.get(end); next !== undefined && !seen.has(next); next = into.get(end)) {
    seen.add(next)
    end = next
  }
  return end
}
