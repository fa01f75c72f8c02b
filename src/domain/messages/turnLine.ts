import { label } from './blocks.ts'
import { own } from '../../runtime/own.ts'
import type { Block } from '../model.ts'

/** What a turn holds, as far as a line about it says so. */
export interface TurnContents {
  readonly text: string
  readonly hasThoughts: boolean
  /** Names of the tools that it calls. */
  readonly calls: readonly string[]
  readonly results: readonly { readonly content: unknown; readonly isError: boolean }[]
}

/** Returns what a turn holds on one line of at most so many characters: its text, else what it calls, was answered or thought. */
export function turnLine({ text, hasThoughts, calls, results }: TurnContents, length: number): string {
  const parts = [
    text,
    ...calls.map((name) => `calls ${name}`),
    ...results.map(({ content, isError }) => `${isError ? 'failed' : 'result'}: ${resultText(content)}`),
  ].filter((part) => part !== '')
  if (parts.length === 0 && hasThoughts) return '(thinking)'
  return label(parts.join(' '), length)
}

/** Returns what stored blocks hold beside their text. */
export function contentsOf(text: string, blocks: readonly Block[]): TurnContents {
  return {
    text,
    hasThoughts: blocks.some(({ type }) => type === 'thinking'),
    calls: blocks.flatMap((block) => (block.type === 'toolCall' ? [block.name] : [])),
    results: blocks.flatMap((block) => (block.type === 'toolResult' ? [block] : [])),
  }
}

/** Returns a tool's result as text: a result is a text, or blocks as the provider has them, whose texts are joined. */
export function resultText(result: unknown): string {
  if (result === null || result === undefined) return ''
  if (typeof result === 'string') return result
  const texts = Array.isArray(result) ? result.flatMap(textIn) : []
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(result)
}

function textIn(part: unknown): string[] {
  const text = typeof part === 'object' && part !== null ? own(part as Readonly<Record<string, unknown>>, 'text') : null
  return typeof text === 'string' ? [text] : []
}
