import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject } from '../reading/values.ts'
import { CallIds, toolName } from '../writing/callIds.ts'
import { partsOf, type MessagePart } from '../writing/parts.ts'
import { Omissions, type WrittenEntry } from '../writing/omissions.ts'
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

/** Makes blocks of Anthropic's API, of entry after entry: each call has an id of its own, and its result the same. */
export class AnthropicBlocks {
  readonly omissions = new Omissions()
  private readonly ids = new CallIds({ refused: /[^a-zA-Z0-9_-]/g, longest: 64 })

  /** Returns what an entry says; nothing of it where the API refuses all. */
  of(writtenEntry: WrittenEntry, role: WrittenMessage['role']): WrittenBlock[] {
    const takes = role === 'user' ? takesFile : () => false
    return partsOf(writtenEntry, takes, this.omissions).flatMap((part) => this.blockOf(part, role) ?? [])
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
    this.omissions.add('thinking', isTaken ? 0 : 1)
    return isTaken ? block : null
  }
}

/** Says whether a block is a thought. */
export const isThought = (block: WrittenBlock | undefined) =>
  block?.type === 'thinking' || block?.type === 'redacted_thinking'

/** Returns the blocks of a user's message with its results in front, as the API asks for them. */
export function resultsFirst(content: readonly WrittenBlock[]): WrittenBlock[] {
  const isResult = ({ type }: WrittenBlock) => type === 'tool_result'
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))]
}

/** The API takes objects alone. */
function inputObject(input: Json): Record<string, Json> {
  if (input === null) return {}
  return { ...(asObject(input) ?? ({ arguments: input } satisfies JsonObject)) }
}
