import { foreignOf } from './foreign/foreign.ts'
import type { Format } from './format.ts'
import type { ImportSource } from './importSource.ts'
import { sampleOf } from './reading/sample.ts'

/** A format that can be read. */
export type Readable = Format &
  ({ readonly read: NonNullable<Format['read']> } | { readonly isOwn: true; readonly read?: never })

const isReadable = (format: Format): format is Readable => format.read !== undefined || format.isOwn === true

/**
 * Returns the formats that a file may be of, the likeliest first: the named one, or those whose marks it begins with,
 * or, where it shows no marks, all of them but our own, which always shows its marks. Of a file that another program's
 * sure marks are in: none.
 */
export async function candidates(
  source: ImportSource,
  named: Format | null,
  among: readonly Format[],
): Promise<Readable[]> {
  const readable = among.filter(isReadable)
  if (named !== null) return readable.filter((format) => format === named)
  const sample = await sampleOf(source)
  if (foreignOf(sample) !== null) return []
  const likely = readable.filter((format) => format.recognises?.(sample) === true)
  return likely.length > 0 ? likely : readable.filter(({ isOwn }) => isOwn !== true)
}
