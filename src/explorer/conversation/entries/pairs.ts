import type { Entry } from './entry.ts'
import { own } from '../../../runtime/own.ts'

type Content = Entry['content'][number]
export type Call = Extract<Content, { __typename: 'ToolCallBlock' }>
export type Result = Extract<Content, { __typename: 'ToolResultBlock' }>

/** A tool call with its result, as far as that is loaded. */
export interface Pairs {
  readonly results: ReadonlyMap<string, Result>
  readonly names: ReadonlyMap<string, string>
}

/** Returns what belongs together among the loaded entries, by the id of the call. */
export function pairsOf(entries: readonly Entry[]): Pairs {
  const results = new Map<string, Result>()
  const names = new Map<string, string>()
  for (const block of entries.flatMap(({ content }) => content)) {
    if (block.__typename === 'ToolCallBlock') names.set(block.callId, block.name)
    if (block.__typename === 'ToolResultBlock' && !results.has(block.callId)) results.set(block.callId, block)
  }
  return { results, names }
}

/** Returns what a call does in one line: its command, path or query, else its input as JSON. */
export function callLine(input: unknown): string {
  if (typeof input === 'string') return line(input)
  if (typeof input !== 'object' || input === null) return ''
  const named = ['command', 'file_path', 'path', 'query', 'pattern', 'url', 'description', 'prompt']
  const first = named
    .map((name) => own(input as Record<string, unknown>, name))
    .find((value) => typeof value === 'string')
  return line(typeof first === 'string' ? first : JSON.stringify(input))
}

const line = (text: string): string => text.slice(0, 200).replace(/\s+/g, ' ')
