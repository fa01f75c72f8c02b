import type { Block, Json, Observation } from '../../../domain/model.ts'

/** Returns all texts that blocks say, those within calls, results and what is kept as it came too; blank ones aside. */
export function textsOf(blocks: readonly Block[], summary: string | null = null): string[] {
  const results = blocks.flatMap(textsOfBlock)
  return (summary === null ? results : [...results, summary]).map(bare).filter((text) => text !== '')
}

/** Returns what a stored observation says, its summary where it is a marker. */
export const saidBy = ({ blocks, marker }: Pick<Observation, 'blocks' | 'marker'>): string[] =>
  textsOf(blocks, marker?.summary ?? null)

function textsOfBlock(block: Block): string[] {
  if (block.type === 'text') return [block.text]
  if (block.type === 'thinking') return [block.thinking]
  if (block.type === 'toolCall') return [block.name, ...leavesOf(block.input)]
  if (block.type === 'toolResult') return leavesOf(block.content)
  // The bytes of a file may be in the raw line or beside it, and its id is their hash.
  return block.type === 'attachment' ? [] : leavesOf(block.value)
}

/** Returns all texts in a JSON value. One that is JSON itself says what that says, too: so arguments of calls are written. */
export function leavesOf(value: Json): string[] {
  const results: string[] = []
  for (let open: Json[] = [value]; open.length > 0;) {
    const next: Json[] = []
    for (const one of open) {
      if (typeof one === 'string') {
        results.push(one)
        next.push(...parsed(one))
      } else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) next.push(inner)
    }
    open = next
  }
  return results
}

function parsed(text: string): Json[] {
  if (!/^\s*[[{]/.test(text)) return []
  try {
    return [JSON.parse(text) as Json]
  } catch {
    return []
  }
}

/** White space is no word: readers trim, fold and join by it. */
export const bare = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** Says whether one of the texts is the other, or has it as whole words. */
export function occursIn(text: string, texts: readonly string[]): boolean {
  return texts.some((whole) => whole === text || hasWords(whole, text))
}

function hasWords(whole: string, text: string): boolean {
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1)) {
    const isBegun = at === 0 || !areOneWord(whole[at - 1], text[0])
    if (isBegun && !areOneWord(text.at(-1), whole[at + text.length])) return true
  }
  return false
}

const letter = /[\p{L}\p{N}]/u
const areOneWord = (one = ' ', other = ' ') => letter.test(one) && letter.test(other)
