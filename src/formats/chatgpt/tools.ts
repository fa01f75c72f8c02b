import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { argumentsOf, resultBlock } from '../reading/tree/drafts.ts'
import { asObject, asText } from '../reading/values.ts'
import { readContent } from './content.ts'

/** Recipients that are no tools. */
const people: ReadonlySet<string> = new Set(['all', 'user', 'assistant'])

/** Returns the tool that an assistant's message is for; null where it is for people. */
export function toolOf(message: JsonObject | null): string | null {
  const recipient = asText(message?.['recipient'])
  const isAnswer = asObject(message?.['author'])?.['role'] === 'assistant'
  return isAnswer && recipient !== null && !people.has(recipient) ? recipient : null
}

/** Returns a message to a tool as a call; its node's id is the call's, for the export has none. Null: it is none. */
export function callIn(message: JsonObject, callId: string): Block[] | null {
  const name = toolOf(message)
  return name === null ? null : [{ type: 'toolCall', callId, name, input: inputOf(message['content']) }]
}

/** Text that is JSON is read; of text that a program runs the language is kept. */
function inputOf(content: Json | undefined): Json {
  const { blocks } = readContent(content)
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : null))
  if (blocks.length === 0 || texts.includes(null)) return content ?? {}
  return argumentsOf(texts.join(''))
}

/** The call that a tool's message answers, and whether another message of the tool has answered it on the way there. */
export interface Answered {
  readonly call: string
  readonly isRepeated: boolean
}

/** Finds the calls that tools' messages answer while a tree is read, parents first: the message to a tool that each stands behind. */
export class ToolAnswers {
  /** Of messages: what one of a tool right behind them would answer. */
  private readonly behind = new Map<string, Answered>()

  /** Takes a node; returns what it answers, null where it is no tool's or answers nothing. */
  take(key: string, parent: string | null, message: JsonObject | null): Answered | null {
    const role = asObject(message?.['author'])?.['role']
    const above = parent === null ? undefined : this.behind.get(parent)
    if (toolOf(message) !== null) this.behind.set(key, { call: key, isRepeated: false })
    else if (above && role === 'tool') this.behind.set(key, { ...above, isRepeated: true })
    else if (above && role === 'system') this.behind.set(key, above)
    return role === 'tool' ? (above ?? null) : null
  }
}

/** Returns what a tool gave back as the result of a call: its text, or what it is made of. */
export function resultIn(blocks: readonly Block[], content: Json | undefined, callId: string): Block[] {
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : null))
  const isError = asText(asObject(content)?.['content_type']) === 'system_error'
  const input = texts.includes(null) ? (asObject(content)?.['parts'] ?? content ?? null) : texts.join('')
  return [resultBlock(callId, input, isError)]
}
