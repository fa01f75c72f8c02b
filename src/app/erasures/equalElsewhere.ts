import { contentHash } from '../../domain/tree/pathHash.ts'
import type { WalkPage } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import type { Selection } from './selection.ts'

/** The length of a page: other requests are served between two. */
const pageLength = 500

/** Observations that an erasure is compared with, at most: an erasure of one message must not read a store of millions. */
const mostCompared = 250_000

/** How many observations say the same as what is chosen. */
export interface EqualElsewhere {
  readonly count: number
  /** How many observations it was compared with; null: with all that are stored. */
  readonly compared: number | null
}

/** Counts what says the same as what is chosen, among the first observations that are stored. */
export async function equalElsewhere(
  scope: Scope,
  { chosen, digests }: Pick<Selection, 'chosen' | 'digests'>,
  most = mostCompared,
): Promise<EqualElsewhere> {
  let [count, compared] = [0, 0]
  for (let after: string | null = null; chosen.size > 0;) {
    scope.signal?.throwIfAborted()
    const limit = Math.min(pageLength, most - compared)
    const page: WalkPage<'observations'> = await scope.store.walk('observations', { after, limit })
    for (const one of page.items) {
      if (chosen.has(one.id) || one.erased !== undefined) continue
      const digest = one.salt === null ? one.contentHash : contentHash({ ...one, salt: null })
      if (digests.has(digest)) count++
    }
    compared += page.items.length
    after = page.next
    if (after === null) break
    if (compared >= most) return { count, compared }
  }
  return { count, compared: null }
}
