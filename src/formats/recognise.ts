import type { JsonObject } from '../domain/model.ts'
import { foreignOf } from './foreign/foreign.ts'
import type { Format } from './format.ts'
import type { ImportSource } from './importSource.ts'
import type { Reading } from './plan.ts'
import { outlineOf, sampleOf, type Sample } from './reading/sample.ts'

/** A format that can be read. */
export type Readable = Format &
  ({ readonly read: NonNullable<Format['read']> } | { readonly isOwn: true; readonly read?: never })

const isReadable = (format: Format): format is Readable => format.read !== undefined || format.isOwn === true

/** What a file looks like: the formats whose marks it shows, the surest first, and where it shows them. */
export interface Marks {
  readonly formats: readonly Format[]
  readonly sample: Sample
}

/** Returns the formats whose marks a file shows at its beginning, else, unless no more is to be read, in the outline of more of it. */
export async function marksOf(
  source: ImportSource,
  among: readonly Format[],
  { atBeginning = false }: { readonly atBeginning?: boolean } = {},
): Promise<Marks> {
  const sample = await sampleOf(source)
  const shown = shownIn(sample, among)
  if (shown.length > 0 || sample.isWhole || atBeginning || foreignOf(sample) !== null) return { formats: shown, sample }
  const outline = await outlineOf(source)
  return { formats: shownIn(outline, among), sample: outline }
}

function shownIn(sample: Sample, among: readonly Format[]): Format[] {
  return among.filter(({ recognises }) => recognises?.(sample) === true)
}

/** Formats that a file may be of, the likeliest first. */
export interface Candidates {
  readonly formats: readonly Readable[]
  /** It is named, or the file shows their marks: the first that reads all of it is not compared with others. */
  readonly areKnown: boolean
  /** Returns formats whose marks entries of the file show that a reader did not understand: those may know it better. */
  readonly rivals: (entries: readonly JsonObject[]) => readonly Readable[]
}

/**
 * Returns the formats that a file may be of, the likeliest first: the named one, or those whose marks it shows, or, where it
 * shows none, all of them but our own, which always shows its marks. Of a file that another program's sure marks are in: none.
 */
export async function candidates(
  source: ImportSource,
  named: Format | null,
  among: readonly Format[],
): Promise<Candidates> {
  const readable = among.filter(isReadable)
  if (named !== null)
    return { formats: readable.filter((format) => format === named), areKnown: true, rivals: () => [] }
  const { formats, sample } = await marksOf(source, readable)
  if (foreignOf(sample) !== null) return { formats: [], areKnown: true, rivals: () => [] }
  const others = readable.filter(({ isOwn }) => isOwn !== true)
  const rivals = (messages: readonly JsonObject[]) =>
    others.filter(({ recognises }) => recognises?.({ ...sample, objects: [{ messages }] }) === true)
  const likely = readable.filter((format) => formats.includes(format))
  return likely.length > 0
    ? { formats: likely, areKnown: true, rivals }
    : { formats: others, areKnown: false, rivals: () => [] }
}

/**
 * Returns the best of what readers make of a file: of that which takes most of it and leaves least. A known format is compared
 * with others only where its reader leaves something, and then with those that may know it. What is not chosen is closed.
 */
export async function bestOf<R extends { readonly reading: Pick<Reading, 'taken'> }>(
  { formats, areKnown, rivals }: Candidates,
  read: (format: Readable) => Promise<R | null>,
  close: (result: R) => void,
): Promise<R | null> {
  const tried = new Set<Readable>(formats)
  let best: R | null = null
  try {
    // A set goes on to what is added to it meanwhile.
    for (const format of tried) {
      const result = await read(format)
      if (result === null) continue
      const [worse, better]: [R | null, R] =
        best !== null && worth(best) >= worth(result) ? [result, best] : [best, result]
      best = better
      if (worse !== null) close(worse)
      if (areKnown && best.reading.taken?.left === 0) break
      for (const rival of rivals(result.reading.taken?.notUnderstood ?? [])) tried.add(rival)
    }
  } catch (thrown) {
    if (best !== null) close(best)
    throw thrown
  }
  return best
}

const worth = ({ reading: { taken } }: { readonly reading: Pick<Reading, 'taken'> }) =>
  taken === undefined ? 0 : taken.turns - taken.left
