import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject } from '../reading/values.ts'
import { CallIds, toolName } from '../writing/callIds.ts'
import { partsOf, type MessagePart, type ResultPart } from '../writing/parts.ts'
import { givenBy, type Given } from '../writing/results.ts'
import { LeftOut, type FilePart, type WrittenEntry } from '../writing/said.ts'
import { isOfClaude, lineId, milliseconds, type Session, type SessionLine, type SessionWriting } from './session.ts'

interface Answer {
  said: WrittenEntry
  content: JsonObject[]
}

/** pi stops without the sums of an answer. */
const nothingUsed = {
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
}

/** Makes the lines of a pi session of what a model would be sent. System turns are no part of its sessions. */
export class PiSession implements SessionWriting {
  private readonly session: Session
  readonly leftOut = new LeftOut()
  // Of all providers that pi asks, OpenAI's chat takes the shortest and Anthropic the plainest ids.
  private readonly ids = new CallIds({ refused: /[^a-zA-Z0-9_-]/g, longest: 40 })
  private readonly names = new Map<string, string>()
  private answer: Answer | null = null
  /** What stands beside results, and comes behind the last of them. */
  private beside: { readonly said: WrittenEntry; readonly content: JsonObject[] } | null = null
  private parent: string | null = null
  private lines = 0

  constructor(session: Session) {
    this.session = session
  }

  begin(): SessionLine[] {
    const { id, cwd, startedAt } = this.session
    const value = { type: 'session', version: 3, id, timestamp: milliseconds(startedAt), cwd }
    return [{ value, nodeId: null }]
  }

  add(said: WrittenEntry): SessionLine[] {
    if (said.role === 'SYSTEM') {
      this.leftOut.add('system')
      return []
    }
    const isAnswer = said.role === 'ASSISTANT'
    const parts = partsOf(said, isAnswer ? () => false : takesFile, this.leftOut)
    if (isAnswer) return this.answered(said, parts)
    const results = parts.flatMap((part) => (part.kind === 'result' ? this.resultOf(part) : []))
    const content = parts.flatMap(contentPart)
    if (results.length === 0) return content.length === 0 ? [] : [...this.end(), this.user(content, said)]
    if (content.length > 0) this.beside = { said, content: [...(this.beside?.content ?? []), ...content] }
    return [...this.closeAnswer(), ...results.map((message) => this.line(message, said))]
  }

  end(): SessionLine[] {
    const answer = this.closeAnswer()
    const { beside } = this
    this.beside = null
    return beside === null ? answer : [...answer, this.user(beside.content, beside.said)]
  }

  /** Parts of one answer are one message. */
  private answered(said: WrittenEntry, parts: readonly MessagePart[]): SessionLine[] {
    const isPart = this.answer !== null && said.answerId !== null && this.answer.said.answerId === said.answerId
    const before = isPart ? [] : this.end()
    const content = parts.flatMap((part) => this.saidBy(part, said))
    this.answer = { said, content: [...(this.answer?.content ?? []), ...content] }
    return before
  }

  private closeAnswer(): SessionLine[] {
    const { answer } = this
    this.answer = null
    if (answer === null) return []
    const { said, content } = answer
    // A thought is sent only with what was said after it.
    for (; content.at(-1)?.['type'] === 'thinking'; content.pop()) this.leftOut.add('thinking')
    if (content.length === 0) return []
    const of = isOfClaude(said) ? { api: 'anthropic-messages', provider: 'anthropic' } : {}
    const model = said.model === null ? {} : { model: said.model }
    const stopReason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop'
    return [this.line({ role: 'assistant', content, ...of, ...model, usage: nothingUsed, stopReason }, said)]
  }

  private saidBy(part: MessagePart, said: WrittenEntry): JsonObject[] {
    if (part.kind === 'call') {
      const [id, name] = [this.ids.call(part.callId), toolName(part.name)]
      this.names.set(id, name)
      const input = asObject(part.input) ?? (part.input === null ? {} : { arguments: part.input })
      return [{ type: 'toolCall', id, name, arguments: input }]
    }
    if (part.kind === 'thinking' && part.signature !== null && isOfClaude(said))
      return [{ type: 'thinking', thinking: part.thinking, thinkingSignature: part.signature }]
    if (part.kind === 'thinking' || part.kind === 'redacted') this.leftOut.add('thinking')
    return contentPart(part)
  }

  private resultOf({ callId, content, isError }: ResultPart): JsonObject[] {
    const id = this.ids.result(callId)
    if (id === null) return []
    const given: Json[] = givenBy(content).flatMap(givenPart)
    return [{ role: 'toolResult', toolCallId: id, toolName: this.names.get(id) ?? 'tool', content: given, isError }]
  }

  private user(content: JsonObject[], said: WrittenEntry): SessionLine {
    return this.line({ role: 'user', content }, said)
  }

  private line(message: JsonObject, { nodeId, observedAt }: WrittenEntry): SessionLine {
    const id = lineId(this.session, ++this.lines)
    const place = { type: 'message', id, parentId: this.parent, timestamp: milliseconds(observedAt) }
    this.parent = id
    return { value: { ...place, message: { ...message, timestamp: Date.parse(observedAt) } }, nodeId }
  }
}

const takesFile = ({ mediaType, source }: FilePart) => mediaType.startsWith('image/') && 'base64' in source

function contentPart(part: MessagePart): JsonObject[] {
  return part.kind === 'text' || part.kind === 'file' ? givenPart(part) : []
}

function givenPart(given: Given): JsonObject[] {
  if (given.kind === 'text') return given.text.trim() === '' ? [] : [{ type: 'text', text: given.text }]
  if ('base64' in given.source) return [{ type: 'image', data: given.source.base64, mimeType: given.mediaType }]
  return [{ type: 'text', text: `[an image (${given.mediaType})]` }]
}
