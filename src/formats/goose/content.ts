import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { attachedBase64 } from '../reading/attached/attached.ts'
import { resultBlock } from '../reading/tree/drafts.ts'
import type { DraftFile } from '../plan.ts'
import { asList, asObject, asText, extraOf } from '../reading/values.ts'

/** What a message says, and the files in it. */
export interface ContentRead {
  readonly blocks: readonly Block[]
  readonly files: readonly DraftFile[]
}

/** Returns a message's content as blocks; what is not known is kept verbatim. */
export function readContent(content: Json | undefined, mostBytes: number): ContentRead {
  if (typeof content === 'string') return { blocks: [{ type: 'text', text: content }], files: [] }
  const files: DraftFile[] = []
  const blocks = asList(content).map((value): Block => {
    const block = asObject(value)
    const image = block?.['type'] === 'image' ? asText(block['data']) : null
    const attached =
      image === null ? null : attachedBase64(image, { mediaType: asText(block?.['mimeType']) }, mostBytes)
    if (attached === null) return (block && blockOf(block)) ?? { type: 'other', value }
    files.push(attached.file)
    return attached.block
  })
  return { blocks, files }
}

function blockOf(block: JsonObject): Block | null {
  const { type, text, thinking, signature, id } = block
  const callId = asText(id)
  if (type === 'text') return typeof text === 'string' ? { type: 'text', text } : null
  if (type === 'thinking' && typeof thinking === 'string')
    return { type: 'thinking', thinking, ...(typeof signature === 'string' && { signature }) }
  if (callId === null) return null
  if (type === 'toolRequest' || type === 'frontendToolRequest') return callOf(callId, asObject(block['toolCall']))
  return type === 'toolResponse' ? resultOf(callId, asObject(block['toolResult'])) : null
}

/** A call that Goose could not read itself has its reason in place of a name and arguments. */
function callOf(callId: string, call: JsonObject | null): Block | null {
  if (call === null) return null
  const { name, arguments: value, ...extra } = asObject(call['value']) ?? call
  const input = value ?? (call['error'] === undefined ? {} : { error: call['error'] })
  return {
    type: 'toolCall',
    callId,
    name: asText(name) ?? 'unreadable',
    input,
    ...(asText(name) !== null && extraOf(extra)),
  }
}

function resultOf(callId: string, result: JsonObject | null): Block | null {
  if (result === null) return null
  const value = asObject(result['value'])
  const isError = result['status'] === 'error' || value?.['isError'] === true
  return resultBlock(callId, value?.['content'] ?? result['value'] ?? result['error'] ?? null, isError)
}
