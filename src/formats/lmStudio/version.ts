import type { Block, Instant, Json, JsonObject, Role, UsageInput } from '../../domain/model.ts'
import type { DraftFile, EntryDraft } from '../plan.ts'
import { answerSteps, type AnswerPiece } from '../reading/answerSteps.ts'
import { attachedName, inUrn } from '../reading/attached/attached.ts'
import { argumentsOf, resultBlock, turn } from '../reading/tree/drafts.ts'
import type { EntryPart } from '../reading/tree/steps.ts'
import { asCount, asList, asObject, asText, extraOf, objectsIn, without } from '../reading/values.ts'
import { own } from '../../runtime/own.ts'

const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' }
const readMembers: ReadonlySet<string> = new Set(['role', 'content', 'steps'])

/** What one version of a message says: its first turn, and what follows that. */
export interface Version {
  readonly draft: EntryDraft
  readonly parts: readonly EntryPart[]
}

/** Where a version stands, and what holds for all of its conversation. */
interface Around {
  /** Calls that are only numbered are known by it. */
  readonly place: string
  readonly observedAt: Instant | null
}

/** Returns what a version says: all steps of an answer, with the results of its calls as turns of the tools. */
export function readVersion(version: JsonObject, { place, observedAt }: Around): Version {
  const role = own(roles, asText(version['role']) ?? '') ?? 'ASSISTANT'
  const steps = objectsIn(version['steps'])
  const files: DraftFile[] = []
  const pieces: AnswerPiece[] = []
  const results = resultsIn(steps, place, observedAt)
  for (const step of 'steps' in version ? steps : [version])
    for (const part of partsOf(step['content'])) {
      const block = blockOf(part, isThought(step), place, files)
      if (block?.type === 'toolCall') pieces.push({ block, result: results.get(block.callId) ?? null })
      else if (block !== null) pieces.push({ block })
    }
  const model = role === 'ASSISTANT' ? modelIn(version, steps) : null
  const further = (blocks: readonly Block[]) => turn(role, blocks, { observedAt, model })
  const { blocks, parts } = answerSteps(pieces, further)
  const remaining = steps.map((step) => without(step, new Set(['content'])))
  const fields = { ...without(version, readMembers), ...(remaining.length > 0 && { steps: remaining }) }
  return { draft: turn(role, blocks, { observedAt, model, usage: usageIn(steps), fields, files }), parts }
}

const partsOf = (content: Json | undefined): readonly Json[] =>
  typeof content === 'string' ? [content] : asList(content)
const isThought = ({ style }: JsonObject) => asObject(style)?.['type'] === 'thinking'

/** Null for a result, which stands with its call. */
function blockOf(part: Json, isThinking: boolean, place: string, files: DraftFile[]): Block | null {
  const object = asObject(part)
  const text = object === null ? asText(part) : object['type'] === 'text' ? asText(object['text']) : null
  if (text !== null) return isThinking ? { type: 'thinking', thinking: text } : { type: 'text', text }
  if (object === null || object['type'] === 'text' || object['type'] === 'toolCallResult') return null
  if (object['type'] === 'toolCallRequest') return callOf(object, place)
  const name = object['type'] === 'file' ? (asText(object['fileIdentifier']) ?? asText(object['name'])) : null
  if (name === null) return { type: 'other', value: part }
  const { block, file } = attachedName(`urn:lm-studio:${inUrn(name)}`, {
    name: asText(object['name']) ?? name,
    mediaType: object['fileType'] === 'image' ? 'image/*' : null,
  })
  files.push(file)
  return block
}

function callOf({ type: _type, name, parameters, ...rest }: JsonObject, place: string): Block {
  const [callId, called] = [callIdIn(rest, place), asText(name)]
  if (callId === null || called === null)
    return {
      type: 'other',
      value: { type: 'toolCallRequest', name: name ?? null, parameters: parameters ?? null, ...rest },
    }
  return { type: 'toolCall', callId, name: called, input: argumentsOf(parameters), ...extraOf(without(rest, ids)) }
}

const ids: ReadonlySet<string> = new Set(['callId', 'toolCallId', 'toolCallRequestId'])

/** Numbers count the calls of one answer: with its place they are known in the whole talk. */
function callIdIn({ toolCallRequestId, toolCallId, callId }: JsonObject, place: string): string | null {
  const number = callId ?? toolCallId
  return asText(toolCallRequestId) ?? asText(number) ?? (typeof number === 'number' ? `call-${place}-${number}` : null)
}

function resultsIn(steps: readonly JsonObject[], place: string, observedAt: Instant | null) {
  const results = new Map<string, ReturnType<typeof turn>>()
  for (const step of steps)
    for (const { type, content, isError, ...rest } of objectsIn(step['content'])) {
      const callId = type === 'toolCallResult' ? callIdIn(rest, place) : null
      const block = callId && resultBlock(callId, content ?? null, isError === true, without(rest, ids))
      if (callId !== null && block) results.set(callId, turn('TOOL', [block], { observedAt }))
    }
  return results
}

function modelIn(version: JsonObject, steps: readonly JsonObject[]): string | null {
  const infos = steps.map(({ genInfo }) => asObject(genInfo)).filter((info) => info !== null)
  const named = infos.map((info) => asText(info['indexedModelIdentifier']) ?? asText(info['identifier']))
  return named.find((name) => name !== null) ?? asText(asObject(version['senderInfo'])?.['senderName'])
}

/** What was predicted in all steps is the answer's output. */
function usageIn(steps: readonly JsonObject[]): UsageInput | null {
  const counts = steps.flatMap(
    ({ genInfo }) => asCount(asObject(asObject(genInfo)?.['stats'])?.['predictedTokensCount']) ?? [],
  )
  return counts.length === 0 ? null : { inputTokens: null, outputTokens: counts.reduce((sum, count) => sum + count, 0) }
}
