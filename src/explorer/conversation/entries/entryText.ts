import type { Entry } from './entry.ts'

/** Returns the words of a turn that is made of words alone; null for one with calls, results or files, which words cannot stand for. */
export function wordsOf({ content }: Entry): string | null {
  const texts = content.map((block) => (block.__typename === 'TextBlock' ? block.text : null))
  return texts.every((text) => text !== null) ? texts.join('\n\n') : null
}
