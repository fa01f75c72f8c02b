import { own } from '../../runtime/own.ts'
import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText, extraOf } from '../reading/values.ts'

/** Returns a message's content as blocks; what no block type covers is kept verbatim. */
export function readContent(content: Json | undefined): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (Array.isArray(content)) return content.map(readBlock)
  return content === undefined || content === null ? [] : [{ type: 'other', value: content }]
}

function readBlock(value: Json): Block {
  const block = asObject(value)
  if (!block) return { type: 'other', value }
  const { type, ...rest } = block
  return (typeof type === 'string' ? own(readers, type)?.(rest) : undefined) ?? { type: 'other', value }
}

/** One reader per block type; undefined when the block has not its type's form. */
const readers: Readonly<Record<string, (block: JsonObject) => Block | undefined>> = {
  text: ({ text, ...extra }) => (typeof text === 'string' ? { type: 'text', text, ...extraOf(extra) } : undefined),
  thinking: ({ thinking, signature, ...extra }) =>
    typeof thinking === 'string' && (signature === undefined || typeof signature === 'string')
      ? { type: 'thinking', thinking, ...(signature === undefined ? {} : { signature }), ...extraOf(extra) }
      : undefined,
  tool_use: ({ id, name, input, ...extra }) =>
    asText(id) !== null && typeof name === 'string' && input !== undefined
      ? { type: 'toolCall', callId: id as string, name, input, ...extraOf(extra) }
      : undefined,
  tool_result: ({ tool_use_id: callId, content, is_error: isError, ...extra }) =>
    asText(callId) !== null && (isError === undefined || typeof isError === 'boolean')
      ? {
          type: 'toolResult',
          callId: callId as string,
          content: content ?? null,
          isError: isError ?? false,
          ...extraOf(extra),
        }
      : undefined,
}

/** Returns blocks as a message's content; one plain text block of a person as the text itself. */
export function writeContent(blocks: readonly Block[], asPlainText: boolean): Json {
  const [only] = blocks
  if (asPlainText && blocks.length === 1 && only?.type === 'text' && !only.extra) return only.text
  return blocks.map(writeBlock)
}

function writeBlock(block: Block): Json {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...block.extra }
    case 'thinking':
      return { type: 'thinking', thinking: block.thinking, signature: block.signature ?? '', ...block.extra }
    case 'toolCall':
      return { type: 'tool_use', id: block.callId, name: block.name, input: block.input, ...block.extra }
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: block.callId,
        content: block.content,
        ...(block.isError ? { is_error: true } : {}),
        ...block.extra,
      }
    case 'attachment':
      return { type: 'text', text: `[attachment ${block.fileName ?? block.attachmentId}]` }
    case 'other':
      return block.value
  }
}
