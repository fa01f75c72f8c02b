import { sha256 } from '../../domain/tree/pathHash.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import type { Json, JsonObject } from '../../domain/model.ts'
import { promptOf } from '../../domain/prompts/promptOf.ts'
import { asObject } from '../reading/values.ts'
import { CallIds, toolName } from '../writing/callIds.ts'
import { joinedText, partsOf, type CallPart, type MessagePart, type ResultPart } from '../writing/parts.ts'
import { givenBy, givenText } from '../writing/results.ts'
import { Omissions, type FilePart, type WrittenEntry } from '../writing/omissions.ts'
import { lineId, milliseconds, type Session, type SessionLine, type SessionWriting } from './session.ts'

/** An answer that waits for the results of its calls: they stand in it. */
interface Answer {
  readonly value: JsonObject & { readonly toolCalls?: JsonObject[] }
  nodeId: string
}

/** Makes the lines of a Gemini CLI session of what a model would be sent; results stand with their calls and nowhere else. */
export class GeminiSession implements SessionWriting {
  private readonly session: Session
  readonly omissions = new Omissions()
  private readonly ids = new CallIds({ refused: /[^a-zA-Z0-9_-]/g, longest: 64 })
  private readonly calls = new Map<string, { readonly call: JsonObject; readonly answer: Answer }>()
  private answers: Answer[] = []
  /** What stands beside results, and comes behind the last of them. */
  private beside: SessionLine[] = []
  private lines = 0

  constructor(session: Session) {
    this.session = session
  }

  begin(): SessionLine[] {
    const { id, cwd, startedAt } = this.session
    const at = milliseconds(startedAt)
    const value = { sessionId: id, projectHash: sha256(cwd), startTime: at, lastUpdated: at, kind: 'main' }
    return [{ value, nodeId: null }]
  }

  add(writtenEntry: WrittenEntry): SessionLine[] {
    if (writtenEntry.role === 'SYSTEM' && !isPutIn(writtenEntry)) {
      this.omissions.add('system')
      return []
    }
    const takes = writtenEntry.role === 'ASSISTANT' ? () => false : takesFile
    const parts = partsOf(writtenEntry, takes, this.omissions)
    this.omissions.add('thinking', parts.filter(({ kind }) => kind === 'thinking' || kind === 'redacted').length)
    if (writtenEntry.role === 'ASSISTANT') return this.answered(writtenEntry, parts)
    const results = parts.filter((part) => part.kind === 'result')
    for (const result of results) this.gave(result, writtenEntry)
    const content = parts.flatMap(contentPart)
    if (content.length === 0) return []
    if (results.length > 0) {
      this.beside.push(this.line('user', { content }, writtenEntry))
      return []
    }
    return [...this.end(), this.line('user', { content }, writtenEntry)]
  }

  end(): SessionLine[] {
    this.calls.clear()
    const answers = this.answers.splice(0).map(({ value, nodeId }) => ({ value, nodeId }))
    return [...answers, ...this.beside.splice(0)]
  }

  private answered(writtenEntry: WrittenEntry, parts: readonly MessagePart[]): SessionLine[] {
    const before = this.calls.size === 0 ? this.end() : []
    const text = joinedText(parts)
    const called = parts.filter((part) => part.kind === 'call')
    if (text.trim() === '' && called.length === 0) return before
    const timestamp = milliseconds(writtenEntry.observedAt)
    const toolCalls = called.map((part) => ({ part, call: this.callOf(part, timestamp) }))
    const model = writtenEntry.model === null ? {} : { model: writtenEntry.model }
    const calls = toolCalls.length === 0 ? {} : { toolCalls: toolCalls.map(({ call }) => call) }
    const { value } = this.line('gemini', { content: text, ...model, ...calls }, writtenEntry)
    const answer = { value, nodeId: writtenEntry.nodeId }
    for (const { call } of toolCalls) this.calls.set(call['id'] as string, { call, answer })
    this.answers.push(answer)
    return before
  }

  private callOf({ callId, name, input }: CallPart, timestamp: string): JsonObject {
    const args = asObject(input) ?? (input === null ? {} : { arguments: input })
    return { id: this.ids.call(callId), name: toolName(name), args, status: 'cancelled', timestamp }
  }

  private gave({ callId, content, isError }: ResultPart, { nodeId }: WrittenEntry): void {
    const id = this.ids.result(callId)
    const open = id === null ? undefined : this.calls.get(id)
    if (id === null || !open) return
    this.calls.delete(id)
    const { call } = open
    const response = responseOf(content, isError)
    Object.assign(call, {
      status: isError ? 'error' : 'success',
      result: [{ functionResponse: { id, name: call['name'] ?? null, response } }],
    })
    open.answer.nodeId = nodeId
  }

  private line(type: string, fields: JsonObject, { nodeId, observedAt }: WrittenEntry): SessionLine {
    const id = lineId(this.session, ++this.lines)
    return { value: { id, timestamp: milliseconds(observedAt), type, ...fields }, nodeId }
  }
}

const takesFile = ({ source }: FilePart) => 'base64' in source

/** What the program itself puts in under the user's name it takes again so. */
const isPutIn = ({ blocks }: WrittenEntry) => promptOf(textOf(blocks) ?? '').kind === 'MACHINE'

function contentPart(part: MessagePart): JsonObject[] {
  if (part.kind === 'text') return part.text.trim() === '' ? [] : [{ text: part.text }]
  if (part.kind !== 'file' || !('base64' in part.source)) return []
  return [{ inlineData: { mimeType: part.mediaType, data: part.source.base64 } }]
}

/** An object is the response itself, as this API has it; texts are its output. */
function responseOf(content: Json, isError: boolean): JsonObject {
  const object = Array.isArray(content) ? null : asObject(content)
  return object ?? { [isError ? 'error' : 'output']: givenText(givenBy(content)) }
}
