import { foreignOf } from './foreign/foreign.ts'
import type { Format } from './format.ts'
import type { ImportSource } from './importSource.ts'
import { sampleOf } from './reading/sample.ts'

/** A format that can be read. */
export type Readable = Format &
  ({ readonly read: NonNullable<Format['read']> } | { readonly isOwn: true; readonly read?: never })

const isReadable = (format: Format): format is Readable => format.read !== undefined || format.isOwn === true

/** Formats that a file may be of, the likeliest first, and whether that is known: it is named, or the file shows their marks. */
export interface Candidates {
  readonly formats: readonly Readable[]
  readonly areKnown: boolean
}

/**
 * Returns the formats that a file may be of, the likeliest first: the named one, or those whose marks it begins with,
 * or, where it shows no marks, all of them but our own, which always shows its marks. Of a file that another program's
 * sure marks are in: none.
 */
export async function candidates(
  source: ImportSource,
  named: Format | null,
  among: readonly Format[],
): Promise<Candidates> {
  const readable = among.filter(isReadable)
  if (named !== null) return { formats: readable.filter((format) => format === named), areKnown: true }
  const sample = await sampleOf(source)
  if (foreignOf(sample) !== null) return { formats: [], areKnown: true }
  const likely = readable.filter((format) => format.recognises?.(sample) === true)
  if (likely.length > 0) return { formats: likely, areKnown: true }
  return { formats: readable.filter(({ isOwn }) => isOwn !== true), areKnown: false }
}
