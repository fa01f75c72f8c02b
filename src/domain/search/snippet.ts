import type { Occurrence } from './searchMatch.ts'
import type { Tokens } from '../usage/tokens.ts'

/** UTF-16 offsets, `to` excluded. */
export interface TextRange {
  readonly from: number
  readonly to: number
}
export interface Snippet {
  readonly text: string
  readonly highlights: readonly TextRange[]
}

const snippetLength = 160
const cutMark = '…'

/** Returns the piece of a text that holds most of what was found, on one line, and where in it that stands. */
export function snippetOf(text: string, { parts }: Tokens, occurrences: readonly Occurrence[]): Snippet {
  const textRanges = merged(
    occurrences.map(({ first, end }) => ({ from: parts[first]?.from ?? 0, to: parts[end - 1]?.to ?? 0 })),
  )
  const { from, to } = windowOf(text, densest(textRanges))
  const before = from > 0 ? cutMark : ''
  const displayText = before + text.slice(from, to).replaceAll(/\s/gu, ' ') + (to < text.length ? cutMark : '')
  const shift = before.length - from
  const highlights = textRanges
    .filter((range) => range.from >= from && range.from < to)
    .map((range) => ({ from: range.from + shift, to: Math.min(range.to, to) + shift }))
  return { text: displayText, highlights }
}

/** By where they begin; what overlaps is one. */
function merged(ranges: readonly TextRange[]): TextRange[] {
  const all: { from: number; to: number }[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to)
    else all.push({ ...range })
  }
  return all
}

/** The stretch of a snippet's length that holds most, the first one of several. */
function densest(textRanges: readonly TextRange[]): TextRange {
  let best = { from: 0, to: 0, count: 0 }
  for (let first = 0, end = 0; first < textRanges.length; first++) {
    const from = textRanges[first]?.from ?? 0
    while (end < textRanges.length && (textRanges[end]?.to ?? 0) - from <= snippetLength) end++
    if (end - first > best.count) best = { from, to: textRanges[end - 1]?.to ?? from, count: end - first }
  }
  if (best.count > 0) return best
  return { from: textRanges[0]?.from ?? 0, to: textRanges[0]?.from ?? 0 }
}

/** What stands around a stretch, cut between words where there is one near, and never in a character. */
function windowOf(text: string, { from, to }: TextRange): TextRange {
  const room = Math.max(0, snippetLength - (to - from))
  const begin = Math.max(0, Math.min(from - Math.floor(room / 2), text.length - snippetLength))
  const end = Math.min(text.length, Math.max(to, begin + snippetLength))
  return { from: begin === 0 ? 0 : wordStart(text, begin, from), to: whole(text, end) }
}

function wordStart(text: string, begin: number, before: number): number {
  const space = text.slice(begin, Math.min(before, begin + 20)).search(/\s\S/u)
  return space >= 0 ? begin + space + 1 : whole(text, begin)
}

/** Not between the halves of a surrogate pair. */
function whole(text: string, at: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) ? at + 1 : at
}
