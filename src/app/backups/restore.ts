import { identityOf, type ContentKind, type DumpBatch } from '../../domain/contents.ts'
import type { Json, PathUsage } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import { damaged, type Header, type BackupLine } from '../../formats/ndjson/lines.ts'
import { checkedLines } from '../../formats/ndjson/readLines.ts'
import { faultOf } from '../../formats/ndjson/schema.ts'
import { currentText, isContentKind, textOf, valueOf, type Unsegmented } from '../../formats/ndjson/values.ts'
import type { Scratch } from '../../formats/scratch.ts'
import type { Scope } from '../scope.ts'
import { ContentCheck } from './checks/contentCheck.ts'
import type { WrongSums } from './checks/places.ts'
import { loadBatches } from './fillings.ts'
import { nameKeysOf, type NameKeys } from './nameKeys.ts'
import { createOlderStates, type OlderStates } from './olderStates.ts'
import type { OpenSorter, Sorter } from './sorter.ts'

export interface RestoreOptions {
  /** Reads the file from its beginning, each time anew. */
  readonly open: () => AsyncIterable<Uint8Array>
  /** Into a store that holds something, where nothing conflicts. */
  readonly merge: boolean
  readonly openSorter: OpenSorter
  readonly openScratch: () => Scratch
  /** Bytes of attachments that lie beside the file; null where there are none of that id. */
  readonly beside?: ((id: string) => Promise<AsyncIterable<Uint8Array> | null>) | undefined
  readonly onProgress?: ((lines: number) => void) | undefined
}

export interface Restored {
  readonly header: Header
  /** Lines of the file that hold something. */
  readonly lines: number
  /** Values that were not there before. */
  readonly added: number
  readonly unchanged: number
  /** Ids of attachments whose bytes are neither in the file nor beside it, nor in the store. */
  readonly missing: readonly string[]
  /** Nodes whose sums of token usage did not follow from their path: computed anew, or with `merge` taken as they are. */
  readonly wrongSums: number
  /** Numbers of lines whose content was erased here: it does not come back. */
  readonly erased: readonly number[]
}

/**
 * Puts all that a backup holds into the store. The whole file is read and checked before anything is written: one that
 * was cut off or altered is refused, naming the line, and so is a store that holds something, unless they are to merge.
 */
export async function restore(scope: Scope, options: RestoreOptions): Promise<Restored> {
  const known = options.merge ? options.openSorter() : null
  const scratch = options.openScratch()
  const sums = sumsIn(scratch, options.merge)
  try {
    let hasErasures = false
    if (known)
      await scope.store.dump((portion) => {
        hasErasures ||= portion.kind === 'erasure' && portion.values.length > 0
        rememberIn(known, portion)
      })
    const against = () => known && { known, older: hasErasures ? createOlderStates() : null }
    const names = await nameKeysOf(scope)
    const seen = await checkAll(options, { against: against(), names, sums })
    if (!known) {
      await refuseFilled(scope)
      await names.adopt()
    }
    const missing = await fillStore(scope, { ...options, scratch }, { against: against(), names, sums })
    return { ...seen, missing, wrongSums: sums.count() }
  } finally {
    scratch.close()
    known?.close()
  }
}

/** Sums of paths that a file has wrong. */
interface Sums extends WrongSums {
  /** Returns a line with what its path sums. */
  readonly corrected: (line: BackupLine) => BackupLine
  readonly count: () => number
}

/**
 * A backup whose sums of paths are wrong is taken all the same: earlier versions stored such, and one that cannot be restored
 * is worth nothing. They are computed anew, but for a merge: what the store has below the same nodes follows from them as they are.
 */
function sumsIn(scratch: Scratch, merge: boolean): Sums {
  const scratchMap = scratch.map<PathUsage>('sums')
  let count = 0
  return {
    areCorrected: !merge,
    on: (id, usage) => {
      count++
      if (!merge) scratchMap.set(id, usage)
    },
    corrected: (line) => {
      if (count === 0 || line.line !== 'observation') return line
      const { place, ...node } = line.value as unknown as Unsegmented
      const usage = scratchMap.get(node.id)
      return usage === undefined ? line : { ...line, value: { ...node, place: { ...place, usage } } as unknown as Json }
    },
    count: () => count,
  }
}

/** What a store that holds something has. */
interface Against {
  readonly known: Sorter
  /** Null where nothing was ever erased: then whatever says otherwise conflicts. */
  readonly older: OlderStates | null
}

/** What a line is held against, and fitted to. */
interface Held {
  readonly against: Against | null
  readonly names: NameKeys
  readonly sums: Sums
}

async function refuseFilled({ store }: Scope): Promise<void> {
  // The first that is found ends the search.
  await store.dump(({ kind, values: [value] }) => {
    throw notEmpty({ kind, id: identityOf(kind, value as never) })
  })
}

function notEmpty({ kind, id }: { readonly kind: ContentKind; readonly id: string }): Refusal {
  const message = `The store is not empty: it holds the ${kind} "${id}", to begin with`
  return new Refusal(
    'ALREADY_EXISTS',
    { kind, id },
    `${message}. Nothing was restored; --merge adds what is not there.`,
  )
}

function rememberIn(known: Sorter, { kind, values }: DumpBatch): void {
  for (const value of values) known.put(kind, '', identityOf(kind, value as never), textOf(kind, value as never))
}

/** Reads the file once, and refuses it where something is wrong with it, or where it says otherwise than the store. */
async function checkAll(
  { open, openScratch, onProgress }: RestoreOptions,
  held: Held,
): Promise<Omit<Restored, 'missing' | 'wrongSums'>> {
  const scratch = openScratch()
  try {
    const content = new ContentCheck(scratch, { isDerived: false, wrongSums: held.sums })
    return await checkLines({ open, onProgress }, content, held)
  } finally {
    scratch.close()
  }
}

async function checkLines(
  { open, onProgress }: Pick<RestoreOptions, 'open' | 'onProgress'>,
  content: ContentCheck,
  { against, names }: Held,
): Promise<Omit<Restored, 'missing' | 'wrongSums'>> {
  const counts = { lines: 0, added: 0, unchanged: 0 }
  const erased: number[] = []
  const lines = checkedLines(open())
  for (;;) {
    const next = await lines.next()
    if (next.done === true) {
      await content.finish()
      return { header: next.value, ...counts, erased }
    }
    checkValue(next.value)
    if (names.takes(next.value)) continue
    await content.take(next.value)
    const line = names.fit(next.value)
    counts.lines++
    if (counts.lines % 1000 === 0) onProgress?.(counts.lines)
    if (!isContentKind(line.line)) continue
    const relation = standingOf(against, line)
    if (relation === null) counts.added++
    else counts.unchanged++
    if (relation === 'erased') erased.push(line.number)
  }
}

/** Refuses a line that is not as a backup has it. */
export function checkValue({ line, number, value }: BackupLine): void {
  if (!isContentKind(line) && line !== 'bytes' && line !== 'tenant')
    throw damaged(number, `is of a kind that this turngraph does not know: "${line}"`, { kind: line })
  const fault = faultOf(line, value)
  if (fault !== null) throw damaged(number, `is no ${line} as a backup has it (${fault})`, { kind: line })
}

/** How what is stored stands to a line: the same, or what an erasure left of it; null: the store lacks it. A counter only rises: whichever stands there will do. */
function standingOf(against: Against | null, line: BackupLine): 'there' | 'erased' | null {
  if (against === null) return null
  const { known, older } = against
  const kind = line.line as ContentKind
  const there = known.get(kind, '', identityOf(kind, line.value as never))
  const value = older && valueOf(kind, line.value)
  older?.take(kind, value)
  if (there === null) {
    if (older?.isGone(kind, value)) return 'there'
    if (older?.isOdd(kind, value)) throw conflict(line, 'is not there, though its conversation is')
    return null
  }
  if (older?.isOlder(kind, valueOf(kind, JSON.parse(there) as Json), value)) return (kind === 'observation' || kind === 'entity') && there !== currentText(kind, line.value) ? 'erased' : 'there' // prettier-ignore
  if (kind === 'guard' || there === currentText(kind, line.value)) return 'there'
  throw conflict(line, 'is there, and says otherwise')
}

function conflict({ line, number, value }: BackupLine, how: string): Refusal {
  const kind = line as ContentKind
  const id = identityOf(kind, value as never)
  return badInput(`Line ${number} conflicts with the store: its ${kind} "${id}" ${how}. Nothing was restored.`, { line: number, kind, id }) // prettier-ignore
}

async function fillStore(
  scope: Scope,
  { open, beside, onProgress, scratch }: RestoreOptions & { readonly scratch: Scratch },
  { against, names, sums }: Held,
): Promise<string[]> {
  const missing: string[] = []
  const fit = (line: BackupLine) => (names.takes(line) ? null : sums.corrected(names.fit(line)))
  const isKnownLine = (line: BackupLine) => standingOf(against, line) !== null
  const fields = { open, scratch, fit, isKnown: isKnownLine, beside, missing, onProgress }
  await scope.store.load(loadBatches(scope, fields))
  return missing
}
