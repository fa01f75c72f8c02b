import { thingMark } from '../../../domain/access/keyedDigest.ts'
import type { Erasure, FileLook } from '../../../domain/erasure/erasure.ts'
import { isOfTenant } from '../../../domain/erasure/receipt.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'

const pageLength = 1_000

/** An attachment whose bytes are kept, or an upload that was left. */
interface Kept {
  readonly id: string
  readonly place: string
}

/** What is kept of a tenant's attachments, listed at the first question: once for all erasures that are looked for together. */
export interface KeptAttachments {
  all(): Promise<readonly Kept[]>
  /** By the digests that stand for them in receipts. */
  byMarks(): Promise<ReadonlyMap<string, readonly Kept[]>>
}

/** Returns what is kept of the attachments of a scope's tenant. */
export function keptAttachments(scope: Scope): KeptAttachments {
  let listed: Promise<readonly Kept[]> | null = null
  let marked: Promise<ReadonlyMap<string, readonly Kept[]>> | null = null
  const all = () => (listed ??= listOf(scope))
  return { all, byMarks: () => (marked ??= all().then((list) => inMarks(scope, list))) }
}

async function listOf({ attachmentBytes, tenant }: Scope): Promise<Kept[]> {
  const all: Kept[] = []
  for await (const { id, place } of attachmentBytes.kept(tenant)) all.push({ id, place })
  return all
}

function inMarks({ nameKey }: Scope, list: readonly Kept[]): ReadonlyMap<string, readonly Kept[]> {
  const marks = new Map<string, Kept[]>()
  for (const one of list) {
    const mark = thingMark(nameKey, 'ATTACHMENT', one.id)
    const known = marks.get(mark)
    if (known === undefined) marks.set(mark, [one])
    else known.push(one)
  }
  return marks
}

/**
 * Looks, by what a receipt says, at all that requests are answered from: the rows of what it erased, their words in the search index, and the
 * bytes of its attachments. Neither needs what was erased.
 */
export async function storeLooks(scope: Scope, erasure: Erasure, kept: KeptAttachments): Promise<FileLook[]> {
  await scope.search.renew()
  if (isOfTenant(erasure)) return [await emptyRows(scope), await attachmentsLook(scope, erasure, kept)]
  return [await rowsLook(scope, erasure), await indexLook(scope, erasure), await attachmentsLook(scope, erasure, kept)]
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
async function attachmentsLook({ store }: Scope, erasure: Erasure, kept: KeptAttachments): Promise<FileLook> {
  const { things } = erasure
  const isWhole = isOfTenant(erasure)
  if (!isWhole && things.length === 0)
    return { place: 'attachments', looked: 'the receipt names no attachment', wrong: null }
  const all = await kept.all()
  const held = isWhole ? all.filter(({ place }) => !place.startsWith('.')) : await erasedAmong(store, things, kept)
  const wrong =
    held.length === 0
      ? null
      : `it holds ${held
          .slice(0, 3)
          .map(({ place }) => place)
          .join(', ')}`
  return { place: 'attachments', looked: `${all.length} attachments listed, none of those that were erased`, wrong }
}

/** What was sent again since then is somebody's. */
async function erasedAmong(store: Scope['store'], things: readonly string[], kept: KeptAttachments): Promise<Kept[]> {
  const byMarks = await kept.byMarks()
  const own = things.flatMap((mark) => byMarks.get(mark) ?? [])
  const erased: Kept[] = []
  for (let from = 0; from < own.length; from += pageLength) {
    const some = own.slice(from, from + pageLength)
    const rows = await splitBatch(
      some.map(({ id }) => id),
      (ids) => store.attachments(ids),
    )
    erased.push(...some.filter((_, k) => rows[k]?.erased === true))
  }
  return erased
}

function* pagesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += pageLength) yield ids.slice(from, from + pageLength)
}
