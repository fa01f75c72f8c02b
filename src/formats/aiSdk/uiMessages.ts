import type { Json } from '../../domain/model.ts'
import { CallIds } from '../writing/callIds.ts'
import { partsOf, type MessagePart, type ResultPart } from '../writing/parts.ts'
import { givenBy, givenText } from '../writing/results.ts'
import { Omissions, type MessageWriting, type WrittenEntry } from '../writing/omissions.ts'

/** A message of the AI SDK, as its chat hooks keep it and its `convertToModelMessages` takes it. */
export interface UiMessage {
  id: string
  role: 'user' | 'assistant'
  parts: UiPart[]
}
export type UiPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string; providerMetadata?: { anthropic: { [name: string]: string } } }
  | { type: 'file'; mediaType: string; filename?: string; url: string }
  | UiCall
export type UiCall = { type: 'dynamic-tool'; toolName: string; toolCallId: string } & (
  | { state: 'input-available'; input: Json }
  | { state: 'output-available'; input: Json; output: Json }
  | { state: 'output-error'; input: Json; errorText: string }
)
interface OpenAnswer {
  readonly message: UiMessage
  readonly answerId: string | null
}

/** Makes messages of the AI SDK: a call and its result are one part of the answer that called. System turns are sent apart. */
export class UiWriting implements MessageWriting<UiMessage> {
  readonly omissions = new Omissions()
  private readonly ids = new CallIds({ refused: null, longest: 1024 })
  private readonly messageIds = new CallIds({ refused: null, longest: 1024 })
  /** The answer whose calls may still get results. */
  private answer: OpenAnswer | null = null
  /** What stands beside results, and comes behind the answer. */
  private beside: UiMessage[] = []

  add(writtenEntry: WrittenEntry): UiMessage[] {
    if (writtenEntry.role === 'SYSTEM') return []
    const parts = partsOf(writtenEntry, () => true, this.omissions)
    for (const part of parts) if (part.kind === 'result') this.takeResult(part)
    const rest = parts.flatMap((part) => this.partOf(part, writtenEntry.role === 'ASSISTANT') ?? [])
    if (rest.length === 0) return []
    const isBeside = writtenEntry.role !== 'ASSISTANT' && parts.some(({ kind }) => kind === 'result')
    if (!isBeside && this.joins(writtenEntry)) {
      this.answer?.message.parts.push(...rest)
      return []
    }
    const before = isBeside ? [] : this.end()
    const role = writtenEntry.role === 'ASSISTANT' ? 'assistant' : 'user'
    const message: UiMessage = { id: this.messageIds.call(writtenEntry.id), role, parts: rest }
    if (isBeside) this.beside.push(message)
    else if (role === 'assistant') this.answer = { message, answerId: writtenEntry.answerId }
    else return [...before, message]
    return before
  }

  end(): UiMessage[] {
    const { answer, beside } = this
    this.answer = null
    this.beside = []
    return [...(answer ? [answer.message] : []), ...beside]
  }

  private joins({ role, answerId }: WrittenEntry): boolean {
    const isPart = answerId !== null && this.answer?.answerId === answerId
    const isOpen = this.answer?.message.parts.some((part) => 'state' in part && part.state === 'input-available')
    return role === 'ASSISTANT' && this.beside.length === 0 && (isPart || isOpen === true)
  }

  private takeResult({ callId, content, isError }: ResultPart): void {
    const id = this.ids.result(callId)
    const parts = this.answer?.message.parts ?? []
    const at = parts.findIndex((part) => part.type === 'dynamic-tool' && part.toolCallId === id)
    const call = parts[at]
    if (call?.type !== 'dynamic-tool') return
    const { type, toolName, toolCallId, input } = call
    const called = { type, toolName, toolCallId, input }
    parts[at] = isError
      ? { ...called, state: 'output-error', errorText: givenText(givenBy(content)) || 'The tool gave no reason.' }
      : { ...called, state: 'output-available', output: content }
  }

  private partOf(part: MessagePart, isAnswer: boolean): UiPart | null {
    switch (part.kind) {
      case 'text':
        return { type: 'text', text: part.text }
      case 'thinking': {
        if (!isAnswer) return null
        const metadata =
          part.signature === null ? {} : { providerMetadata: { anthropic: { signature: part.signature } } }
        return { type: 'reasoning', text: part.thinking, ...metadata }
      }
      case 'redacted':
        return { type: 'reasoning', text: '', providerMetadata: { anthropic: { redactedData: part.data } } }
      case 'call': {
        if (!isAnswer) return null
        const { name: toolName, input } = part
        return {
          type: 'dynamic-tool',
          toolName,
          toolCallId: this.ids.call(part.callId),
          state: 'input-available',
          input,
        }
      }
      case 'file': {
        const { mediaType, name, source } = part
        const url = 'url' in source ? source.url : `data:${mediaType};base64,${source.base64}`
        return { type: 'file', mediaType, ...(name === null ? {} : { filename: name }), url }
      }
      case 'result':
      case 'opaque':
        return null
    }
  }
}
