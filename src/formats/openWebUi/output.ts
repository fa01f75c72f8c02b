import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { answerSteps, type AnswerPiece, type AnswerSteps } from '../reading/answerSteps.ts'
import {
  argumentsOf,
  blocksBy,
  resultBlock,
  textBlocks,
  textReader,
  turn,
  type EntryDetails,
} from '../reading/tree/drafts.ts'
import { asText, extraOf, objectsIn } from '../reading/values.ts'

/**
 * Returns the steps of an answer whose calls, results and thoughts stand in `output`, as in OpenAI's responses; null where
 * there is no such list, or only what `content` says as well.
 */
export function outputSteps(
  output: Json | undefined,
  content: Json | undefined,
  entryDetails: EntryDetails,
): AnswerSteps | null {
  const items = objectsIn(output)
  if (!items.some(({ type }) => type !== 'message')) return null
  const results = new Map(items.flatMap((item) => resultOf(item)))
  const pieces = items.flatMap((item) => piecesOf(item, results, entryDetails))
  const isSaid = pieces.some(({ block }) => block.type === 'text')
  const rest = isSaid ? [] : blocksBy({ text: textReader }, content).map((block) => ({ block }))
  return answerSteps([...pieces, ...rest], (blocks) => turn('ASSISTANT', blocks, entryDetails))
}

function resultOf(item: JsonObject): (readonly [string, JsonObject])[] {
  const callId = asText(item['call_id'])
  return callId !== null && /_output$/.test(asText(item['type']) ?? '') ? [[callId, item]] : []
}

function piecesOf(
  item: JsonObject,
  results: ReadonlyMap<string, JsonObject>,
  entryDetails: EntryDetails,
): AnswerPiece[] {
  const type = asText(item['type']) ?? ''
  if (type === 'message')
    return blocksBy({ output_text: textReader, text: textReader }, item['content']).map((block) => ({ block }))
  if (type === 'reasoning') return thoughtOf(item).map((block) => ({ block }))
  const callId = asText(item['call_id'])
  if (callId !== null && results.get(callId) === item) return []
  if (callId === null || !/_call$/.test(type)) return [{ block: { type: 'other', value: item } }]
  const { type: _type, call_id: _id, name, arguments: value, input, id: _itemId, ...extra } = item
  const call: Block = {
    type: 'toolCall',
    callId,
    name: asText(name) ?? type.replace(/_call$/, ''),
    input: argumentsOf(value ?? input),
    ...extraOf(extra),
  }
  return [{ block: call, result: draftOf(callId, results.get(callId), entryDetails) }]
}

function draftOf(callId: string, result: JsonObject | undefined, { observedAt = null }: EntryDetails) {
  if (!result) return null
  const { type: _type, call_id: _call, id: _id, output, status, ...extra } = result
  const isError = status === 'failed' || status === 'incomplete'
  return turn('TOOL', [resultBlock(callId, output ?? null, isError, extra)], { observedAt })
}

function thoughtOf({ summary, content }: JsonObject): Block[] {
  const short = objectsIn(summary).flatMap(({ text }) => asText(text) ?? [])
  const parts = short.length > 0 ? short : objectsIn(content).flatMap(({ text }) => asText(text) ?? [])
  return textBlocks(parts.join('\n\n')).map((block) =>
    block.type === 'text' ? { type: 'thinking', thinking: block.text } : block,
  )
}
