import type { Instant } from '../../../domain/model.ts'
import type { Format } from '../../../formats/format.ts'
import type { Sample } from '../../../formats/reading/sample.ts'

/** A format whose marks a file shows, and when the file was made of another one's lines, if it says so. */
export interface Recognised {
  readonly format: Format | null
  readonly copiedAt: Instant | null
}

/** Returns which of the formats shows its marks in the beginning of a file; null where none does. */
export function recognisedIn(sample: Sample, formats: readonly Format[]): Recognised | null {
  const format = formats.find(({ recognises }) => recognises?.(sample) === true)
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
