import { hiddenBeginning } from '../../domain/context/contextView.ts'
import { textOf } from '../../domain/messages/blocks.ts'
import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject } from '../reading/values.ts'
import { CallIds, toolName } from '../writing/callIds.ts'
import { partsOf, type MessagePart } from '../writing/parts.ts'
import { LeftOut, type MessageWriting, type WrittenEntry } from '../writing/said.ts'
import { fileBlock, resultContent, takesFile, type FileBlock, type ResultContent } from './files.ts'

/** A message of Anthropic's API. */
export interface WrittenMessage {
  role: 'user' | 'assistant'
  content: WrittenBlock[]
}
export type WrittenBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, Json> }
  | { type: 'tool_result'; tool_use_id: string; content?: ResultContent; is_error?: true }
  | FileBlock

/**
 * Makes messages of Anthropic's API: neighbours of one role are one, a user's begins with its results, and the first is
 * the user's. What the API refuses is left out: thoughts without a signature or at an answer's end, blank texts. System
 * turns are sent apart.
 */
export class AnthropicWriting implements MessageWriting<WrittenMessage> {
  readonly leftOut = new LeftOut()
  private readonly ids = new CallIds({ refused: /[^a-zA-Z0-9_-]/g, longest: 64 })
  private current: WrittenMessage | null = null
  private hasBegun = false

  add(said: WrittenEntry): WrittenMessage[] {
    if (said.role === 'SYSTEM') return []
    const role = said.role === 'ASSISTANT' ? 'assistant' : 'user'
    const takes = role === 'user' ? takesFile : () => false
    const content = partsOf(said, takes, this.leftOut).flatMap((part) => this.blockOf(part, role) ?? [])
    if (content.length === 0) return []
    if (this.current?.role === role) {
      this.current.content.push(...content)
      return []
    }
    const before = this.close()
    this.current = { role, content }
    return before
  }

  end(): WrittenMessage[] {
    const messages = this.close()
    const last = messages.pop()
    return last ? [...messages, withoutTrailing(last)] : []
  }

  private close(): WrittenMessage[] {
    const { current } = this
    this.current = null
    if (!current) return []
    const message = { ...current, content: this.inOrder(current) }
    if (message.content.length === 0) return []
    const begins = !this.hasBegun && message.role === 'assistant'
    this.hasBegun = true
    return begins ? [beginning(), message] : [message]
  }

  private inOrder({ role, content }: WrittenMessage): WrittenBlock[] {
    if (role === 'user') return resultsFirst(content)
    let length = content.length
    while (length > 0 && isThought(content[length - 1])) length--
    this.leftOut.add('thinking', content.length - length)
    return content.slice(0, length)
  }

  private blockOf(part: MessagePart, role: WrittenMessage['role']): WrittenBlock | null {
    switch (part.kind) {
      case 'text':
        return part.text.trim() === '' ? null : { type: 'text', text: part.text }
      case 'thinking':
        return this.thought(part.signature !== null && role === 'assistant', {
          type: 'thinking',
          thinking: part.thinking,
          signature: part.signature ?? '',
        })
      case 'redacted':
        return this.thought(role === 'assistant', { type: 'redacted_thinking', data: part.data })
      case 'opaque':
        return null
      case 'call':
        if (role === 'user') return null
        return {
          type: 'tool_use',
          id: this.ids.call(part.callId),
          name: toolName(part.name),
          input: inputObject(part.input),
        }
      case 'result': {
        const id = this.ids.result(part.callId)
        const content = resultContent(part.content, part.isError)
        return id === null
          ? null
          : { type: 'tool_result', tool_use_id: id, ...content, ...(part.isError ? { is_error: true } : {}) }
      }
      case 'file':
        return fileBlock(part)
    }
  }

  private thought(isTaken: boolean, block: WrittenBlock): WrittenBlock | null {
    this.leftOut.add('thinking', isTaken ? 0 : 1)
    return isTaken ? block : null
  }
}

const isThought = (block: WrittenBlock | undefined) => block?.type === 'thinking' || block?.type === 'redacted_thinking'

function resultsFirst(content: readonly WrittenBlock[]): WrittenBlock[] {
  const isResult = ({ type }: WrittenBlock) => type === 'tool_result'
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))]
}

const beginning = (): WrittenMessage => ({
  role: 'user',
  content: [{ type: 'text', text: textOf(hiddenBeginning.blocks) ?? '' }],
})

/** The API refuses messages that end with an answer whose text has white space behind it. */
function withoutTrailing({ role, content }: WrittenMessage): WrittenMessage {
  const last = content.at(-1)
  if (role !== 'assistant' || last?.type !== 'text') return { role, content }
  return { role, content: [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }] }
}

/** The API takes objects alone. */
function inputObject(input: Json): Record<string, Json> {
  if (input === null) return {}
  return { ...(asObject(input) ?? ({ arguments: input } satisfies JsonObject)) }
}
