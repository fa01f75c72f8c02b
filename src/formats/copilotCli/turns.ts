import type { Block, Instant, JsonObject } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { attachedBase64, attachedName, inUrn, type AttachedFile } from '../reading/attached/attached.ts'
import { argumentsOf, resultBlock, textBlocks, turn } from '../reading/tree/drafts.ts'
import { asCount, asObject, asText, extraOf, objectsIn, without } from '../reading/values.ts'

type Reader = (data: JsonObject, observedAt: Instant | null, mostBytes: number) => EntryDraft | null

/** Returns an event as the turn that it is; null where it is none. */
export function turnOf(type: string, data: JsonObject, observedAt: Instant | null, mostBytes: number) {
  return Object.hasOwn(readers, type) ? (readers[type]?.(data, observedAt, mostBytes) ?? null) : null
}

const readers: Readonly<Record<string, Reader>> = {
  'user.message': prompt,
  'assistant.message': answer,
  'tool.execution_complete': result,
  'system.message': (data, observedAt) =>
    turn('SYSTEM', textBlocks(data['content']), { observedAt, fields: without(data, new Set(['content', 'role'])) }),
}

/** A message that names a source is the program's, which often says it in what it sent alone. */
function prompt({ content, attachments, ...fields }: JsonObject, observedAt: Instant | null, mostBytes: number) {
  const files = objectsIn(attachments).flatMap((one) => attached(one, mostBytes) ?? [])
  const isProgram = asText(fields['source']) !== null
  const text = asText(content) ?? (isProgram ? asText(fields['transformedContent']) : null)
  return turn(isProgram ? 'SYSTEM' : 'USER', [...textBlocks(text ?? ''), ...files.map(({ block }) => block)], {
    observedAt,
    fields: files.length === objectsIn(attachments).length ? fields : { ...fields, attachments: attachments ?? null },
    files: files.map(({ file }) => file),
  })
}

function attached(fields: JsonObject, mostBytes: number): AttachedFile | null {
  const [data, path] = [asText(fields['data']), asText(fields['path']) ?? asText(fields['uri'])]
  const name = asText(fields['displayName']) ?? path
  const mediaType = asText(fields['mimeType'])
  if (data !== null) return attachedBase64(data, { name, mediaType }, mostBytes)
  return path === null ? null : attachedName(`urn:copilot:file:${inUrn(path)}`, { name, mediaType })
}

/** Half a character is none in an address. */

const toldOfAnswers: ReadonlySet<string> = new Set([
  'content',
  'toolRequests',
  'reasoningText',
  'model',
  'outputTokens',
])

function answer(data: JsonObject, observedAt: Instant | null): EntryDraft {
  const thought = asText(data['reasoningText'])
  const thoughts: Block[] = thought === null ? [] : [{ type: 'thinking', thinking: thought }]
  const output = asCount(data['outputTokens'])
  return turn(
    'ASSISTANT',
    [...thoughts, ...textBlocks(data['content']), ...objectsIn(data['toolRequests']).map(call)],
    {
      observedAt,
      model: asText(data['model']),
      usage: output === null ? null : { inputTokens: null, outputTokens: output },
      fields: without(data, toldOfAnswers),
    },
  )
}

function call(request: JsonObject): Block {
  const { toolCallId, name, arguments: input, type: _type, ...extra } = request
  const [callId, called] = [asText(toolCallId), asText(name)]
  if (callId === null || called === null) return { type: 'other', value: request }
  return { type: 'toolCall', callId, name: called, input: argumentsOf(input), ...extraOf(extra) }
}

const toldOfResults: ReadonlySet<string> = new Set(['toolCallId', 'success', 'result', 'error', 'model'])

function result(data: JsonObject, observedAt: Instant | null): EntryDraft | null {
  const callId = asText(data['toolCallId'])
  if (callId === null) return null
  const input = asObject(data['result'])
  const { content = null, ...further } = input ?? { content: data['result'] ?? null }
  const error = asObject(data['error'])
  const isError = data['success'] === false
  const fields = isError ? (asText(error?.['message']) ?? data['error'] ?? content) : content
  const extra = error === null ? further : { ...further, error }
  return turn('TOOL', [resultBlock(callId, fields, isError, extra)], {
    observedAt,
    fields: without(data, toldOfResults),
  })
}
