import { thingMark } from '../../../domain/access/keyedDigest.ts'
import type { Erasure, FileLook } from '../../../domain/erasure/erasure.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'

const pageLength = 1_000

/**
 * Looks, by what a receipt says, at all that requests are answered from: the rows of what it erased, their words in the search index, and the
 * bytes of its attachments. Neither needs what was erased.
 */
export async function storeLooks(scope: Scope, erasure: Erasure): Promise<FileLook[]> {
  if (erasure.plan?.wholeTenant === true) return [await emptyRows(scope), await attachmentsLook(scope, erasure)]
  return [await rowsLook(scope, erasure), await indexLook(scope, erasure), await attachmentsLook(scope, erasure)]
}

async function rowsLook({ store }: Scope, { observationIds }: Erasure): Promise<FileLook> {
  let open = 0
  for (const ids of pagesOf(observationIds)) {
    const page = await splitBatch(ids, (some) => store.observations(some))
    open += page.filter((one) => one && one.erased === undefined).length
  }
  const wrong = open === 0 ? null : `${open} of its observations are not empty`
  return { place: 'rows', looked: `${observationIds.length} observations read again, all empty`, wrong }
}

async function emptyRows({ store }: Scope): Promise<FileLook> {
  const kinds = ['conversations', 'observations', 'entities', 'keys', 'importMarks'] as const
  const pages = await Promise.all(kinds.map((kind) => store.walk(kind, { after: null, limit: 1 })))
  const left = kinds.filter((_, k) => (pages[k]?.items.length ?? 0) > 0)
  const wrong = left.length === 0 ? null : `the tenant has ${left.join(', ')}`
  return { place: 'rows', looked: `no ${kinds.join(', ')} of the tenant`, wrong }
}

async function indexLook({ search, tenant }: Scope, { observationIds }: Erasure): Promise<FileLook> {
  let stale = 0
  for (const ids of pagesOf(observationIds)) stale += await search.stale(tenant, ids)
  const wrong = stale === 0 ? null : `it has words of ${stale} of its observations`
  return { place: 'search index', looked: `the words of ${observationIds.length} observations, none erased`, wrong }
}

/** An attachment's id stands in a receipt as a digest by the tenant's own key: those that are kept are compared with it. */
async function attachmentsLook(scope: Scope, { things, plan }: Erasure): Promise<FileLook> {
  const marks = new Set(things)
  const isWhole = plan?.wholeTenant === true
  const held: string[] = []
  let count = 0
  if (isWhole || marks.size > 0)
    for await (const { id, place } of scope.attachmentBytes.kept(scope.tenant)) {
      count++
      const isOwn = isWhole ? !place.startsWith('.') : marks.has(thingMark(scope.nameKey, 'ATTACHMENT', id))
      // What was sent again since then is somebody's.
      if (isOwn && (isWhole || (await scope.store.attachments([id]))[0]?.erased === true)) held.push(place)
    }
  const wrong = held.length === 0 ? null : `it holds ${held.slice(0, 3).join(', ')}`
  const looked =
    isWhole || marks.size > 0
      ? `${count} attachments listed, none of those that were erased`
      : 'the receipt names no attachment'
  return { place: 'attachments', looked, wrong }
}

function* pagesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += pageLength) yield ids.slice(from, from + pageLength)
}
