import type { Block } from '../model.ts'

/** Returns the text blocks joined, or null when there is none (spec C-20). */
export function textOf(blocks: readonly Block[]): string | null {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return texts.length === 0 ? null : texts.join('')
}

/** Returns the ids of the tool calls in order. Each storing asks several times: `flatMap` takes ten times as long. */
export function callIds(blocks: readonly Block[]): string[] {
  const ids: string[] = []
  for (const block of blocks) if (block.type === 'toolCall') ids.push(block.callId)
  return ids
}

/** Returns the ids of the calls that the tool results answer, in order. */
export function resultIds(blocks: readonly Block[]): string[] {
  const ids: string[] = []
  for (const block of blocks) if (block.type === 'toolResult') ids.push(block.callId)
  return ids
}

/** Returns the text on one line, cut to so many code points plus `…` when it is longer (spec E-9). */
export function label(text: string, length: number): string {
  const begins = beginningOf(text, 2 * length + 2)
  const end = afterPoints(begins, length)
  return end < begins.length ? `${begins.slice(0, end)}…` : begins
}

/** Where so many code points end. */
function afterPoints(text: string, count: number): number {
  let at = 0
  for (let k = 0; k < count && at < text.length; k++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

/** White space but one plain space alone, which stays as it is. */
const white = /[^\S ]\s*| \s+/gu

/** At most so many UTF-16 units of the text with its white space folded: of a long one no more is looked at than it takes. */
function beginningOf(text: string, units: number): string {
  for (let size = 2 * units; ; size *= 2) {
    const folded = text.slice(0, size).trim().replaceAll(white, ' ')
    if (size >= text.length || folded.length > units) return folded.slice(0, units)
  }
}

export const titleLength = 60
export const previewLength = 100

/**
 * Returns text as a title: on one line, of at most 60 characters with its "…", cut before its last word unless that is most of it;
 * characters are code points.
 */
export function shortened(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  const points = Array.from(words)
  if (points.length <= titleLength) return words
  const room = points.slice(0, titleLength - 1).join('')
  const at = room.search(/\s\S*$/u)
  const cut = at >= room.length / 2 ? room.slice(0, at) : room
  return `${cut.replace(/[\s,;:]+$/u, '')}…`
}
