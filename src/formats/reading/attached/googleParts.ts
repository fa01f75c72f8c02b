import type { Block, Json, JsonObject } from '../../../domain/model.ts'
import type { DraftFile } from '../../plan.ts'
import { attachedBase64 } from './attached.ts'
import { resultBlock } from '../tree/drafts.ts'
import { asList, asObject, asText, extraOf } from '../values.ts'

/** What the parts of a message say, and the files in them. */
export interface PartsRead {
  readonly blocks: readonly Block[]
  readonly files: readonly DraftFile[]
}

/** Returns the parts of a message in the form of Google's API as blocks; what is not known is kept verbatim. */
export function readParts(parts: Json | undefined, mostBytes: number): PartsRead {
  const files: DraftFile[] = []
  const blocks = (typeof parts === 'string' ? [{ text: parts }] : asList(parts)).map((part): Block => {
    const object = asObject(part)
    const inline = asObject(object?.['inlineData'])
    const attached = inline && attachedOf(inline, mostBytes)
    if (!attached) return (object && blockOf(object)) ?? { type: 'other', value: part }
    files.push(attached.file)
    return attached.block
  })
  return { blocks, files }
}

function attachedOf({ data, mimeType, displayName }: JsonObject, mostBytes: number) {
  const base64 = asText(data)
  return base64 === null
    ? null
    : attachedBase64(base64, { mediaType: asText(mimeType), name: asText(displayName) }, mostBytes)
}

function blockOf(part: JsonObject): Block | null {
  const { text, thought, thoughtSignature: signature, functionCall, functionResponse, ...extra } = part
  const [call, result] = [asObject(functionCall), asObject(functionResponse)]
  if (call) return callOf(call, signature)
  if (result) return resultOf(result)
  if (typeof text !== 'string') return null
  if (thought !== true) return { type: 'text', text, ...extraOf(extra) }
  return { type: 'thinking', thinking: text, ...(typeof signature === 'string' && { signature }), ...extraOf(extra) }
}

function callOf({ id, name, args, ...extra }: JsonObject, signature: Json | undefined): Block | null {
  const [callId, called] = [asText(id), asText(name)]
  if (callId === null || called === null) return null
  const signed = typeof signature === 'string' ? { thoughtSignature: signature } : {}
  return { type: 'toolCall', callId, name: called, input: args ?? {}, ...extraOf({ ...extra, ...signed }) }
}

/** What a tool gave stands in `output`, what went wrong in `error`; else all of it is what it gave. */
function resultOf({ id, response }: JsonObject): Block | null {
  const callId = asText(id)
  if (callId === null) return null
  const answer = asObject(response)
  const [output, error] = [answer?.['output'], answer?.['error']]
  if (error !== undefined) return resultBlock(callId, error, true)
  return resultBlock(callId, output ?? response ?? null, false)
}
