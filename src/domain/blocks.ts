import type { Block } from './model.ts'

/** Returns the text blocks joined, or null when there is none (spec C-20). */
export function textOf(blocks: readonly Block[]): string | null {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return texts.length === 0 ? null : texts.join('')
}

/** Returns the ids of the tool calls in order. */
export function callIds(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'toolCall' ? [block.callId] : []))
}

/** Returns the ids of the calls that the tool results answer, in order. */
export function resultIds(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'toolResult' ? [block.callId] : []))
}

/** Returns the text on one line, cut to so many code points plus `…` when it is longer (spec E-9). */
export function label(text: string, length: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= length) return line
  const points = Array.from(line)
  return points.length > length ? `${points.slice(0, length).join('')}…` : line
}

export const titleLength = 60
export const previewLength = 100
export const untitled = 'New chat'
