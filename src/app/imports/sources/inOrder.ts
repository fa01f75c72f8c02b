import type { Format } from '../../../formats/format.ts'

/** Returns files in the order in which they are to be read: those of one conversation where the first of them stands. */
export function inOrder<T extends { readonly name: string; readonly format: Format | null }>(files: readonly T[]): T[] {
  const placed = files.map((file, at) => ({ file, at, ...file.format?.siblings?.(file.name) }))
  const firsts = new Map<string, number>()
  for (const { stem, at } of placed) if (stem !== undefined && !firsts.has(stem)) firsts.set(stem, at)
  const firstOf = ({ stem, at }: (typeof placed)[number]) => (stem === undefined ? at : (firsts.get(stem) ?? at))
  placed.sort((a, b) => firstOf(a) - firstOf(b) || (a.rank ?? 0) - (b.rank ?? 0) || a.at - b.at)
  return placed.map(({ file }) => file)
}
