import type { Erasure } from '../../../domain/erasure/erasure.ts'
import type { GraphStore } from '../../../storage/graphStore.ts'
import type { SearchIndex } from '../../../search/searchIndex.ts'
import type { Scope } from '../../scope.ts'
import { markPurged, unpurged } from '../purge.ts'

/** What became of the files: rewritten, left because a reader still uses an older state, or not ours to rewrite. */
export type PurgedFiles =
  | { readonly state: 'purged'; readonly purged: readonly { readonly tenant: string; readonly erasure: Erasure }[] }
  | { readonly state: 'busy' | 'foreign' }

interface Files {
  readonly store: Pick<GraphStore, 'compact'>
  readonly search: Pick<SearchIndex, 'compact'>
}

/** Writes the files of a store anew, and says PURGED of the erasures of some tenants that were done before. */
export async function purgeFiles({ store, search }: Files, scopes: readonly Scope[]): Promise<PurgedFiles> {
  // What is erased while the files are written anew may be in them still.
  const open: (readonly [Scope, string])[] = []
  for (const scope of scopes) for (const { id } of await unpurged(scope)) open.push([scope, id])
  const done = await store.compact()
  if (done === null) return { state: 'foreign' }
  if (!done.isClean || !(await search.compact())) return { state: 'busy' }
  const purged: { readonly tenant: string; readonly erasure: Erasure }[] = []
  for (const [scope, id] of open) purged.push({ tenant: scope.tenant, erasure: await markPurged(scope, id, done.how) })
  return { state: 'purged', purged }
}
