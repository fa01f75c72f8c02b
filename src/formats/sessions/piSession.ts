import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject } from '../reading/values.ts'
import { CallIds, toolName } from '../writing/callIds.ts'
import { partsOf, type MessagePart, type ResultPart } from '../writing/parts.ts'
import { givenBy, type ToolResultPart } from '../writing/results.ts'
import { Omissions, type FilePart, type WrittenEntry } from '../writing/omissions.ts'
import { isOfClaude, lineId, milliseconds, type Session, type SessionLine, type SessionWriting } from './session.ts'

interface Answer {
  entry: WrittenEntry
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
  readonly omissions = new Omissions()
  // Of all providers that pi asks, OpenAI's chat takes the shortest and Anthropic the plainest ids.
  private readonly ids = new CallIds({ refused: /[^a-zA-Z0-9_-]/g, longest: 40 })
  private readonly names = new Map<string, string>()
  private answer: Answer | null = null
  /** What stands beside results, and comes behind the last of them. */
  private beside: { readonly entry: WrittenEntry; readonly content: JsonObject[] } | null = null
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

  add(writtenEntry: WrittenEntry): SessionLine[] {
    if (writtenEntry.role === 'SYSTEM') {
      this.omissions.add('system')
      return []
    }
    const isAnswer = writtenEntry.role === 'ASSISTANT'
    const parts = partsOf(writtenEntry, isAnswer ? () => false : takesFile, this.omissions)
    if (isAnswer) return this.answered(writtenEntry, parts)
    const results = parts.flatMap((part) => (part.kind === 'result' ? this.resultOf(part) : []))
    const content = parts.flatMap(contentPart)
    if (results.length === 0) return content.length === 0 ? [] : [...this.end(), this.user(content, writtenEntry)]
    if (content.length > 0)
      this.beside = { entry: writtenEntry, content: [...(this.beside?.content ?? []), ...content] }
    return [...this.closeAnswer(), ...results.map((message) => this.line(message, writtenEntry))]
  }

  end(): SessionLine[] {
    const answer = this.closeAnswer()
    const { beside } = this
    this.beside = null
    return beside === null ? answer : [...answer, this.user(beside.content, beside.entry)]
  }

  /** Parts of one answer are one message. */
  private answered(writtenEntry: WrittenEntry, parts: readonly MessagePart[]): SessionLine[] {
    const isPart =
      this.answer !== null && writtenEntry.answerId !== null && this.answer.entry.answerId === writtenEntry.answerId
    const before = isPart ? [] : this.end()
    const content = parts.flatMap((part) => this.entryBy(part, writtenEntry))
    this.answer = { entry: writtenEntry, content: [...(this.answer?.content ?? []), ...content] }
    return before
  }

  private closeAnswer(): SessionLine[] {
    const { answer } = this
    this.answer = null
    if (answer === null) return []
    const { entry: writtenEntry, content } = answer
    // A thought is sent only with what was said after it.
    for (; content.at(-1)?.['type'] === 'thinking'; content.pop()) this.omissions.add('thinking')
    if (content.length === 0) return []
    const of = isOfClaude(writtenEntry) ? { api: 'anthropic-messages', provider: 'anthropic' } : {}
    const model = writtenEntry.model === null ? {} : { model: writtenEntry.model }
    const stopReason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop'
    return [this.line({ role: 'assistant', content, ...of, ...model, usage: nothingUsed, stopReason }, writtenEntry)]
  }

  private entryBy(part: MessagePart, writtenEntry: WrittenEntry): JsonObject[] {
    if (part.kind === 'call') {
      const [id, name] = [this.ids.call(part.callId), toolName(part.name)]
      this.names.set(id, name)
      const input = asObject(part.input) ?? (part.input === null ? {} : { arguments: part.input })
      return [{ type: 'toolCall', id, name, arguments: input }]
    }
    if (part.kind === 'thinking' && part.signature !== null && isOfClaude(writtenEntry))
      return [{ type: 'thinking', thinking: part.thinking, thinkingSignature: part.signature }]
    if (part.kind === 'thinking' || part.kind === 'redacted') this.omissions.add('thinking')
    return contentPart(part)
  }

  private resultOf({ callId, content, isError }: ResultPart): JsonObject[] {
    const id = this.ids.result(callId)
    if (id === null) return []
    const resultParts: Json[] = givenBy(content).flatMap(givenPart)
    return [
      { role: 'toolResult', toolCallId: id, toolName: this.names.get(id) ?? 'tool', content: resultParts, isError },
    ]
  }

  private user(content: JsonObject[], writtenEntry: WrittenEntry): SessionLine {
    return this.line({ role: 'user', content }, writtenEntry)
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

function givenPart(input: ToolResultPart): JsonObject[] {
  if (input.kind === 'text') return input.text.trim() === '' ? [] : [{ type: 'text', text: input.text }]
  if ('base64' in input.source) return [{ type: 'image', data: input.source.base64, mimeType: input.mediaType }]
  return [{ type: 'text', text: `[an image (${input.mediaType})]` }]
}
