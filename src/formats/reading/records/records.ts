import type { ImportSource } from '../../importSource.ts'
import { splitter, type RawRecord } from '../lines/splitter.ts'

/** How a file holds its records: one on each line, or as JSON values that may stretch over lines. */
export type Layout = 'LINES' | 'VALUES'

const sampled = 1024 * 1024

/** Returns how a file holds its records, by its first line: a whole JSON object there means that each line has one. */
export async function layoutOf(source: ImportSource): Promise<Layout> {
  const text = await firstLine(source)
  const begin = text.trimStart().replace(/^\uFEFF/, '')
  if (!begin.startsWith('{')) return begin.startsWith('[') ? 'VALUES' : 'LINES'
  return isCutOff(begin) ? 'VALUES' : 'LINES'
}

/** The first line that is not blank; of a very long one, the beginning with a newline. */
async function firstLine(source: ImportSource): Promise<string> {
  let held = ''
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const piece of source.open()) {
    held += decoder.decode(piece, { stream: true })
    const [, line] = /^\s*([^\n]*\n)/.exec(held) ?? []
    if (line !== undefined) return line
    // So long a line is one record, however it ends, or an array of them.
    if (held.length > sampled) return /^\uFEFF?\s*\[/.test(held) ? '[' : '{}'
  }
  return held
}

/** Says whether a line ends before the first value on it does, as in a file that is written for people to read. */
function isCutOff(line: string): boolean {
  const split = splitter()
  const whole = split.next(Buffer.from(line)).some(({ torn }) => !torn)
  return !whole
}

/** Yields the records of a file in the layout VALUES, one at a time. */
export async function* recordsOf(source: ImportSource): AsyncIterable<RawRecord> {
  const split = splitter()
  for await (const piece of source.open()) yield* split.next(piece)
  yield* split.end()
}
