import type { Instant } from '../../../domain/model.ts'
import type { Format } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { marksOf } from '../../../formats/recognise.ts'

/** A format whose marks a file shows, and when the file was made of another one's lines, if it says so. */
export interface Recognised {
  readonly format: Format | null
  readonly copiedAt: Instant | null
}

/** Returns which of the formats shows its marks in a file; null where none does. */
export async function recognisedIn(
  source: ImportSource,
  formats: readonly Format[],
  look: Parameters<typeof marksOf>[2] = {},
): Promise<Recognised | null> {
  const { formats: shown, sample } = await marksOf(source, formats, look)
  const [format] = shown
  return format === undefined ? null : { format, copiedAt: format.copiedAt?.(sample) ?? null }
}

/**
 * Returns files in the order in which they are to be read: those of one conversation where the first of them stands, and
 * copies after all others, the oldest first, so that what they copy is stored as their source's.
 */
export function inOrder<T extends Recognised & { readonly name: string }>(files: readonly T[]): T[] {
  const placed = files.map((file, at) => ({ file, at, ...file.format?.siblings?.(file.name) }))
  const firsts = new Map<string, number>()
  for (const { stem, at } of placed) if (stem !== undefined && !firsts.has(stem)) firsts.set(stem, at)
  const firstOf = ({ stem, at }: (typeof placed)[number]) => (stem === undefined ? at : (firsts.get(stem) ?? at))
  const copied = (a: Recognised, b: Recognised) => {
    const [one, other] = [a.copiedAt ?? '', b.copiedAt ?? '']
    return one < other ? -1 : one > other ? 1 : 0
  }
  placed.sort(
    (a, b) => copied(a.file, b.file) || firstOf(a) - firstOf(b) || (a.rank ?? 0) - (b.rank ?? 0) || a.at - b.at,
  )
  return placed.map(({ file }) => file)
}
