import type { Block, Json, JsonObject } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import type { AnswerPiece } from '../reading/answerSteps.ts'
import { resultBlock } from '../reading/tree/drafts.ts'
import { asList, asObject, asText } from '../reading/values.ts'
import { thoughtIn } from './thoughts.ts'

/** Returns what was shown of an answer: texts and the names between them as one, thoughts, and calls with what came of them. */
export function displayed(response: Json | undefined, toolTurn: (block: Block) => EntryDraft): AnswerPiece[] {
  const pieces: AnswerPiece[] = []
  let text = ''
  const textOver = () => {
    if (text.trim() !== '') pieces.push({ block: { type: 'text', text } })
    text = ''
  }
  for (const one of asList(response)) {
    const part = asObject(one)
    const words = asText(one) ?? (part && wordsIn(part))
    if (words !== null) text += words
    else if (part) {
      const answerPieces = pieceOf(part, toolTurn)
      if (answerPieces.length > 0) textOver()
      pieces.push(...answerPieces)
    }
  }
  textOver()
  return pieces
}

/** Words of the answer: Markdown, or the name of a file that stands in it. */
function wordsIn(part: JsonObject): string | null {
  const { kind, value, content } = part
  if (kind === undefined) return asText(value)
  if (kind === 'markdownContent' || kind === 'markdownVuln')
    return asText(asObject(content)?.['value']) ?? asText(content)
  return kind === 'inlineReference' ? `\`${nameOf(part)}\`` : null
}

function nameOf({ name, inlineReference }: JsonObject): string {
  const reference = asObject(inlineReference)
  const uri = asObject(asObject(reference?.['location'])?.['uri']) ?? asObject(reference?.['uri']) ?? reference
  const path = asText(uri?.['path'])
  return asText(name) ?? asText(reference?.['name']) ?? path?.split('/').at(-1) ?? ''
}

function pieceOf(part: JsonObject, toolTurn: (block: Block) => EntryDraft): AnswerPiece[] {
  if (part['kind'] === 'thinking') return thoughtIn(part).map((block) => ({ block }))
  const callId = asText(part['toolCallId'])
  if (part['kind'] !== 'toolInvocationSerialized' || callId === null) return []
  const data = asObject(part['toolSpecificData'])
  const input = data?.['rawInput'] ?? data ?? { message: wordsOf(part['invocationMessage']) }
  const block: Block = { type: 'toolCall', callId, name: asText(part['toolId']) ?? 'tool', input }
  const details = part['resultDetails']
  if (details === undefined && part['isComplete'] !== true) return [{ block }]
  const isError = asObject(details)?.['isError'] === true
  const value = asObject(details)?.['output'] ?? wordsOf(part['pastTenseMessage']) ?? details ?? null
  return [{ block, result: toolTurn(resultBlock(callId, value, isError)) }]
}

const wordsOf = (message: Json | undefined) => asText(message) ?? asText(asObject(message)?.['value'])
