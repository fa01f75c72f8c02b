import { resultIds } from '../../domain/messages/blocks.ts'
import type { JsonObject } from '../../domain/model.ts'
import { isPicture } from '../openai/files.ts'
import { ResponsesWriting, type ResponseItem, type ResponsePart } from '../openai/responses.ts'
import type { FilePart, WrittenEntry } from '../writing/omissions.ts'
import { milliseconds, type Session, type SessionLine, type SessionWriting } from './session.ts'

const takesFile = (file: FilePart) => isPicture(file) && 'base64' in file.source

/** Returns what the first line of a session must say for Codex. */
export function codexHeader({ id, cwd, startedAt }: Session): JsonObject {
  return { id, timestamp: milliseconds(startedAt), cwd, originator: 'turngraph', cli_version: '0.0.0' }
}

/** Makes the lines of a Codex rollout of what a model would be sent: items of the history alone, and no event. */
export class CodexSession implements SessionWriting {
  private readonly session: Session
  private readonly items = new ResponsesWriting(takesFile)
  readonly omissions = this.items.omissions
  private last: WrittenEntry | null = null

  constructor(session: Session) {
    this.session = session
  }

  begin(): SessionLine[] {
    const timestamp = milliseconds(this.session.startedAt)
    const value = { timestamp, type: 'session_meta', payload: codexHeader(this.session) }
    return [{ value, nodeId: null }]
  }

  add(writtenEntry: WrittenEntry): SessionLine[] {
    const isTalk =
      writtenEntry.role !== 'ASSISTANT' && writtenEntry.role !== 'TOOL' && resultIds(writtenEntry.blocks).length === 0
    const before = isTalk ? this.end() : []
    this.last = writtenEntry
    return [...before, ...this.linesOf(this.items.add(writtenEntry))]
  }

  end(): SessionLine[] {
    return this.linesOf(this.items.end())
  }

  private linesOf(items: readonly ResponseItem[]): SessionLine[] {
    const nodeId = this.last?.nodeId ?? null
    const timestamp = milliseconds(this.last?.observedAt ?? this.session.startedAt)
    return items.flatMap((item): SessionLine[] => {
      const payload = itemOf(item)
      return payload === null ? [] : [{ value: { timestamp, type: 'response_item', payload }, nodeId }]
    })
  }
}

/** An item as rollouts have it: texts stand in lists, and a system's turn is the developer's. Null for one without words. */
function itemOf(item: ResponseItem): JsonObject | null {
  if (item.type === 'function_call_output') {
    const output = typeof item.output === 'string' ? item.output : item.output.flatMap(partOf)
    return { ...item, output }
  }
  if (item.type !== 'message') return { ...item }
  const { role, content } = item
  const parts: readonly ResponsePart[] = typeof content === 'string' ? [{ type: 'input_text', text: content }] : content
  const responseParts = parts.filter((part) => part.type !== 'input_text' || part.text.trim() !== '')
  if (responseParts.length === 0) return null
  const isAnswer = role === 'assistant'
  return {
    type: 'message',
    role: role === 'system' ? 'developer' : role,
    content: isAnswer
      ? responseParts.flatMap(partOf).map((part) => ({ ...part, type: 'output_text' }))
      : responseParts.flatMap(partOf),
  }
}

function partOf(part: ResponsePart): JsonObject[] {
  if (part.type === 'input_text') return [{ type: 'input_text', text: part.text }]
  return part.type === 'input_image' ? [{ type: 'input_image', image_url: part.image_url }] : []
}
