import { pieceLength, type Erasure, type FileLook, type PurgeLook } from '../../../domain/erasure/erasure.ts'
import type { GraphStore } from '../../../storage/graphStore.ts'
import type { SearchIndex } from '../../../search/searchIndex.ts'
import type { Scope } from '../../scope.ts'
import { markPurged, unpurged } from '../purge.ts'
import { keptAttachments } from './storeLooks.ts'

/** An erasure that is purged now. */
interface Purged {
  readonly tenant: string
  readonly erasure: Erasure
}

/**
 * What became of the files: rewritten, looked at and clean; rewritten or left while a place holds something still, which is named; or not ours to
 * rewrite.
 */
export type PurgedFiles =
  | { readonly state: 'purged'; readonly purged: readonly Purged[] }
  | { readonly state: 'held'; readonly purged: readonly Purged[]; readonly held: readonly FileLook[] }
  | { readonly state: 'foreign' }

interface Files {
  readonly store: Pick<GraphStore, 'compact'>
  readonly search: Pick<SearchIndex, 'compact' | 'renew'>
}

/** Rewrites the files of a store, looks at them, and says PURGED of the erasures of some tenants that were done before and of which nothing is seen. */
export async function purgeFiles({ store, search }: Files, scopes: readonly Scope[]): Promise<PurgedFiles> {
  // What is erased while the files are rewritten may be in them still.
  const open: (readonly [Scope, string])[] = []
  for (const scope of scopes) for (const { id } of await unpurged(scope)) open.push([scope, id])
  const pieces = open.flatMap(([scope, id]) => scope.erasedPieces?.of(id) ?? [])
  const done = await store.compact(pieces)
  // Whoever deals with the database's files finds an index in them that never had what was erased.
  if (done === null) {
    await search.renew()
    return { state: 'foreign' }
  }
  const seen = done.looks.every(({ wrong }) => wrong === null)
    ? [...done.looks, ...(await search.compact())]
    : done.looks
  const wrong = seen.filter((look) => look.wrong !== null)
  if (wrong.length > 0) return { state: 'held', purged: [], held: wrong }
  const purged: Purged[] = []
  const held: FileLook[] = []
  const keptOf = new Map(scopes.map((scope) => [scope, keptAttachments(scope)]))
  for (const [scope, id] of open) {
    const dealt = { how: done.how, files: [...looksOf(seen), textsLook(scope, id)] }
    const marked = await markPurged(scope, id, dealt, keptOf.get(scope))
    if ('held' in marked) held.push(...marked.held)
    else purged.push({ tenant: scope.tenant, erasure: marked })
    if (!('held' in marked)) scope.erasedPieces?.forget(id)
  }
  return held.length > 0 ? { state: 'held', purged, held } : { state: 'purged', purged }
}

const looksOf = (seen: readonly FileLook[]): PurgeLook[] => seen.map(({ place, looked }) => ({ place, looked }))

/** Only the process that erased knows what to search for. */
function textsLook({ erasedPieces }: Scope, id: string): PurgeLook {
  const count = erasedPieces?.of(id).length ?? 0
  const looked =
    count === 0 ? null : `${count} pieces of ${pieceLength} bytes searched for in the store's file and its logs`
  return { place: 'erased texts', looked }
}
