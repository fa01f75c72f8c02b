import type { Block, Json, JsonObject, UsageInput } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { answerSteps, type AnswerPiece } from '../reading/answerSteps.ts'
import { argumentsOf, note, resultBlock, textBlocks, turn } from '../reading/tree/drafts.ts'
import type { EntryPart } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, extraOf, objectsIn } from '../reading/values.ts'
import { displayed } from './display.ts'
import { resultText } from './resultText.ts'
import { thoughtIn } from './thoughts.ts'

/** The first step of an answer, and what follows it. */
export interface AnswerRead {
  readonly draft: EntryDraft
  readonly parts: readonly EntryPart[]
}

/**
 * Returns the answer of a request: what the model was sent and said, round by round; where the file does not have that, what was
 * shown. Null where there is none.
 */
export function answerOf(request: JsonObject): AnswerRead | null {
  const result = asObject(request['result'])
  const about = asObject(result?.['metadata'])
  const observedAt = asInstant(asObject(request['modelState'])?.['completedAt']) ?? asInstant(request['timestamp'])
  const model = asText(about?.['resolvedModel']) ?? asText(request['modelId'])
  const fields = fieldsOf(request, result)
  const toolTurn = (block: Block) => turn('TOOL', [block], { observedAt })
  const rounds = objectsIn(about?.['toolCallRounds'])
  const results = asObject(about?.['toolCallResults']) ?? {}
  const parts = rounds.map((round) => piecesOf(round, results, toolTurn))
  const isSaid = parts.some((pieces) => pieces.length > 0)
  const steps = isSaid
    ? roundSteps(parts, (blocks) => turn('ASSISTANT', blocks, { model, observedAt }))
    : answerSteps(displayed(request['response'], toolTurn), (blocks) =>
        turn('ASSISTANT', blocks, { model, observedAt }),
      )
  if (steps.blocks.length > 0)
    return {
      draft: turn('ASSISTANT', steps.blocks, { model, observedAt, usage: usageOf(about), fields }),
      parts: steps.parts,
    }
  // A failure without a word is no turn of the model.
  return result?.['errorDetails'] === undefined ? null : { draft: note(fields, { observedAt }), parts: [] }
}

/** Each round is a step of its own, whether it called or not. */
function roundSteps(rounds: readonly (readonly AnswerPiece[])[], make: (blocks: readonly Block[]) => EntryDraft) {
  const [first = [], ...others] = rounds.filter((pieces) => pieces.length > 0)
  const resultsIn = (pieces: readonly AnswerPiece[], step: number) =>
    pieces.flatMap(({ block, result }): EntryPart[] =>
      result && block.type === 'toolCall'
        ? [{ suffix: step === 1 ? block.callId : `${step}.${block.callId}`, draft: result }]
        : [],
    )
  const later = others.flatMap((pieces, i): EntryPart[] => [
    { suffix: `step-${i + 2}`, draft: make(pieces.map(({ block }) => block)) },
    ...resultsIn(pieces, i + 2),
  ])
  return { blocks: first.map(({ block }) => block), parts: [...resultsIn(first, 1), ...later] }
}

function piecesOf(round: JsonObject, results: JsonObject, toolTurn: (block: Block) => EntryDraft): AnswerPiece[] {
  const calls = objectsIn(round['toolCalls']).map((call): AnswerPiece => {
    const { id, name, arguments: input, ...extra } = call
    const [callId, called] = [asText(id), asText(name)]
    if (callId === null || called === null) return { block: { type: 'other', value: call } }
    const block: Block = { type: 'toolCall', callId, name: called, input: argumentsOf(input), ...extraOf(extra) }
    const result = Object.hasOwn(results, callId) ? results[callId] : undefined
    return { block, result: result === undefined ? null : toolTurn(toolResult(callId, result)) }
  })
  const thoughts = thoughtIn(round['thinking'])
  return [...[...thoughts, ...textBlocks(round['response'])].map((block) => ({ block })), ...calls]
}

function toolResult(callId: string, value: Json): Block {
  const object = asObject(value)
  const isError = object?.['isError'] === true || object?.['toolResultError'] !== undefined
  return resultBlock(callId, resultText(object?.['content'] ?? value), isError)
}

const states: Readonly<Record<number, string>> = { 2: 'cancelled', 3: 'failed' }

function fieldsOf(request: JsonObject, result: JsonObject | null): JsonObject {
  const { modelState, isCanceled, agent } = request
  const state = states[asCount(asObject(modelState)?.['value']) ?? asCount(modelState) ?? -1]
  return {
    ...(state !== undefined && { state }),
    ...(isCanceled === true && { isCanceled }),
    ...(asObject(agent) !== null && { agent: asText(asObject(agent)?.['id']) }),
    ...(asText(request['modelId']) !== null && { modelId: request['modelId'] as Json }),
    ...(result?.['errorDetails'] !== undefined && { errorDetails: result['errorDetails'] }),
    ...(result?.['timings'] !== undefined && { timings: result['timings'] }),
    ...(result?.['details'] !== undefined && { details: result['details'] }),
  }
}

function usageOf(about: JsonObject | null): UsageInput | null {
  const [inputTokens, outputTokens] = [asCount(about?.['promptTokens']), asCount(about?.['outputTokens'])]
  return inputTokens === null && outputTokens === null ? null : { inputTokens, outputTokens }
}
