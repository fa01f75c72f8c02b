import type { Json } from '../../domain/model.ts'
import { CallIds, toolName } from '../writing/callIds.ts'
import { joinedText, partsOf, type CallPart, type MessagePart, type ResultPart } from '../writing/parts.ts'
import { givenBy, givenText } from '../writing/results.ts'
import { Omissions, type FilePart, type MessageWriting, type WrittenEntry } from '../writing/omissions.ts'
import { dataUrl, isPicture, takesInChat } from './files.ts'

/** A message of OpenAI's chat completions. */
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: ChatCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }
export interface ChatCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}
type Answer = Extract<ChatMessage, { role: 'assistant' }>

/**
 * Makes messages of OpenAI's chat completions: what one answer called stands in one message, its results right behind
 * it, and what came beside the results behind those. Thoughts have no place there.
 */
export class ChatWriting implements MessageWriting<ChatMessage> {
  readonly omissions = new Omissions()
  private readonly ids = new CallIds({ refused: null, longest: 40 })
  /** The answer that further parts may join. */
  private answer: { readonly message: Answer; readonly answerId: string | null } | null = null
  /** What stands beside results, and comes behind the last of them. */
  private beside: ChatPart[] = []

  add(writtenEntry: WrittenEntry): ChatMessage[] {
    const takes = writtenEntry.role === 'USER' || writtenEntry.role === 'TOOL' ? takesInChat : () => false
    const parts = partsOf(writtenEntry, takes, this.omissions)
    this.omissions.add('thinking', parts.filter(({ kind }) => kind === 'thinking' || kind === 'redacted').length)
    const results = parts.filter((part) => part.kind === 'result')
    const rest = parts.filter((part) => part.kind !== 'result')
    if (writtenEntry.role === 'ASSISTANT')
      return [...this.takeAnswer(rest, writtenEntry.answerId), ...this.takeResults(results, [])]
    if (results.length > 0) return this.takeResults(results, contentParts(rest))
    if (writtenEntry.role === 'SYSTEM') return [...this.end(), { role: 'system', content: joinedText(rest) }]
    return [...this.end(), ...asUser(contentParts(rest))]
  }

  end(): ChatMessage[] {
    const { answer, beside } = this
    this.answer = null
    this.beside = []
    return [...(answer ? spoken(answer.message) : []), ...asUser(beside)]
  }

  private takeAnswer(parts: readonly MessagePart[], answerId: string | null): ChatMessage[] {
    const calls = parts.filter((part) => part.kind === 'call').map((call) => this.callOf(call))
    const text = joinedText(parts)
    const last = this.answer
    const isPart = last !== null && answerId !== null && last.answerId === answerId
    if (isPart || last?.message.tool_calls) {
      join(last.message, text, calls)
      return []
    }
    const before = this.end()
    const message: Answer = { role: 'assistant', content: null }
    join(message, text, calls)
    this.answer = { message, answerId }
    return before
  }

  private takeResults(results: readonly ResultPart[], beside: readonly ChatPart[]): ChatMessage[] {
    if (results.length === 0) return []
    const before = this.answer ? spoken(this.answer.message) : []
    this.answer = null
    const messages = results.flatMap((result) => this.resultOf(result) ?? [])
    this.beside.push(...beside)
    return [...before, ...messages]
  }

  private callOf({ callId, name, input }: CallPart): ChatCall {
    return {
      id: this.ids.call(callId),
      type: 'function',
      function: { name: toolName(name), arguments: argumentsText(input) },
    }
  }

  /** A tool's message has text alone: pictures follow as a user's. */
  private resultOf({ callId, content }: ResultPart): ChatMessage | null {
    const id = this.ids.result(callId)
    if (id === null) return null
    const resultParts = givenBy(content)
    const pictures = resultParts.filter((one) => one.kind === 'file').filter((one) => takesInChat(one))
    this.beside.push(...contentParts(pictures))
    return { role: 'tool', tool_call_id: id, content: givenText(resultParts) }
  }
}

/** Returns a call's input as its JSON text; the text itself where that was none. */
export function argumentsText(input: Json): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {})
}

function join(message: Answer, text: string, calls: readonly ChatCall[]): void {
  if (text !== '') message.content = message.content === null ? text : `${message.content}\n\n${text}`
  if (calls.length > 0) message.tool_calls = [...(message.tool_calls ?? []), ...calls]
}

/** An answer that says and calls nothing is none. */
function spoken(message: Answer): ChatMessage[] {
  return message.content === null && message.tool_calls === undefined ? [] : [message]
}

function asUser(parts: ChatPart[]): ChatMessage[] {
  if (parts.length === 0) return []
  const isText = parts.every(({ type }) => type === 'text')
  return [{ role: 'user', content: isText ? parts.map((part) => (part as { text: string }).text).join('') : parts }]
}

function contentParts(parts: readonly MessagePart[]): ChatPart[] {
  return parts.flatMap((part): ChatPart[] => {
    if (part.kind === 'text') return [{ type: 'text', text: part.text }]
    return part.kind === 'file' ? [chatFile(part)] : []
  })
}

function chatFile(file: FilePart): ChatPart {
  if (isPicture(file)) return { type: 'image_url', image_url: { url: dataUrl(file) } }
  return { type: 'file', file: { filename: file.name ?? 'file.pdf', file_data: dataUrl(file) } }
}
