import type { Block, Instant, JsonObject, UsageInput } from '../../domain/model.ts'
import type { DraftFile, EntryDraft } from '../plan.ts'
import { attachedBase64, attachedName, type AttachedFile } from '../reading/attached/attached.ts'
import { note, resultBlock, turn } from '../reading/tree/drafts.ts'
import type { EntryPart } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, extraOf, objectsIn, without } from '../reading/values.ts'

/** The first node of a message, and what follows it. */
export interface MessageRead {
  readonly draft: EntryDraft
  readonly parts: readonly EntryPart[]
}

const toldOfInfo: ReadonlySet<string> = new Set(['id', 'sessionID', 'role', 'tokens', 'modelID', 'cost'])
/** What says where a part stands. */
const places: ReadonlySet<string> = new Set(['id', 'messageID', 'sessionID'])
const timeOf = (info: JsonObject): Instant | null => asInstant(asObject(info['time'])?.['created'])
const isPrograms = (part: JsonObject) => part['synthetic'] === true || part['ignored'] === true

/** Returns the texts of a message. */
export function textsOf(message: JsonObject): string {
  return objectsIn(message['parts'])
    .flatMap(({ type, text }) => (type === 'text' ? (asText(text) ?? []) : []))
    .join('\n\n')
}

/** Returns a prompt; what the program put in for the model to read is a turn of the system behind it. */
export function promptOf(info: JsonObject, parts: readonly JsonObject[], mostBytes: number): MessageRead {
  const observedAt = timeOf(info)
  const files = parts.flatMap((part) => fileOf(part, mostBytes) ?? [])
  const texts = (are: (part: JsonObject) => boolean) =>
    parts.flatMap((part): Block[] =>
      part['type'] === 'text' && asText(part['text']) !== null && are(part)
        ? [{ type: 'text', text: part['text'] as string }]
        : [],
    )
  const blocks = [...texts((part) => !isPrograms(part)), ...files.map(({ block }) => block)]
  const put = texts((part) => part['synthetic'] === true && part['ignored'] !== true)
  const fields = { observedAt, fields: fieldsOf(info, parts), files: files.map(({ file }) => file) }
  if (blocks.length === 0 && put.length > 0) return { draft: turn('SYSTEM', put, fields), parts: [] }
  const behind = put.length === 0 ? [] : [{ suffix: 'program', draft: turn('SYSTEM', put, { observedAt }) }]
  return { draft: turn('USER', blocks, fields), parts: behind }
}

/** Returns an answer as its steps, each with the results of its calls behind it; one without a word is no turn. */
export function answerOf(info: JsonObject, parts: readonly JsonObject[], mostBytes: number): MessageRead {
  const observedAt = timeOf(info)
  const model = asText(info['modelID'])
  const steps = stepsOf(parts).map((step) => ({ step, ...blocksOf(step, mostBytes) }))
  const isCounted = parts.some(({ type }) => type === 'step-finish')
  const fields = { ...fieldsOf(info, parts), ...stateOf(info) }
  const pieces = steps.filter(({ blocks }) => blocks.length > 0)
  if (pieces.length === 0) return { draft: note(fields, { observedAt, model, usage: usageOf(info) }), parts: [] }
  const [first, ...others] = pieces.map(({ step, blocks, files }, i) => {
    const usage = isCounted
      ? usageOf(step.find(({ type }) => type === 'step-finish') ?? null)
      : i === 0
        ? usageOf(info)
        : null
    return {
      draft: turn('ASSISTANT', blocks, { observedAt, model, usage, files, ...(i === 0 && { fields }) }),
      results: resultsIn(step, i === 0 ? '' : `${i + 1}.`),
    }
  })
  const later = others.flatMap(({ draft, results }, i): EntryPart[] => [{ suffix: `${i + 2}`, draft }, ...results])
  return { draft: (first as { draft: EntryDraft }).draft, parts: [...(first?.results ?? []), ...later] }
}

/** A step ends with what it took, or where the next begins. */
function stepsOf(parts: readonly JsonObject[]): JsonObject[][] {
  const steps: JsonObject[][] = [[]]
  for (const part of parts) {
    if (part['type'] === 'step-start') steps.push([])
    steps.at(-1)?.push(part)
  }
  return steps
}

function blocksOf(
  step: readonly JsonObject[],
  mostBytes: number,
): { readonly blocks: Block[]; readonly files: DraftFile[] } {
  const files: DraftFile[] = []
  const blocks = step.flatMap((part): Block[] => {
    const file = fileOf(part, mostBytes)
    if (file) files.push(file.file)
    if (file) return [file.block]
    const text = asText(part['text'])
    if (part['type'] === 'text') return text === null || isPrograms(part) ? [] : [{ type: 'text', text }]
    if (part['type'] === 'reasoning') return text === null ? [] : [{ type: 'thinking', thinking: text }]
    return part['type'] === 'tool' ? callOf(part) : []
  })
  return { blocks, files }
}

function callOf(part: JsonObject): Block[] {
  const [callId, name] = [asText(part['callID']), asText(part['tool'])]
  const input = asObject(part['state'])?.['input'] ?? {}
  return [callId === null || name === null ? { type: 'other', value: part } : { type: 'toolCall', callId, name, input }]
}

/** A call that is over has its result; one that is pending or running has none. */
function resultsIn(step: readonly JsonObject[], prefix: string): EntryPart[] {
  return step.flatMap((part): EntryPart[] => {
    const [callId, state] = [asText(part['callID']), asObject(part['state'])]
    const isError = state?.['status'] === 'error'
    if (
      part['type'] !== 'tool' ||
      callId === null ||
      asText(part['tool']) === null ||
      state === null ||
      !(isError || state['status'] === 'completed')
    )
      return []
    const { status: _status, input: _input, output, error, time, ...extra } = state
    const observedAt = asInstant(asObject(time)?.['end'])
    const block = resultBlock(callId, (isError ? error : output) ?? null, isError, {
      ...extra,
      ...extraOf(asObject(time) ?? {}),
    })
    return [{ suffix: `${prefix}${callId}`, draft: turn('TOOL', [block], { observedAt }) }]
  })
}

function fileOf({ type, url, mime, filename }: JsonObject, mostBytes: number): AttachedFile | null {
  const address = type === 'file' ? asText(url) : null
  if (address === null) return null
  const fields = { name: asText(filename), mediaType: asText(mime) }
  const [, base64 = null] = /^data:[^,]*;base64,(.*)$/s.exec(address) ?? []
  return (base64 === null ? null : attachedBase64(base64, fields, mostBytes)) ?? attachedName(address, fields)
}

/** Parts that are no words, and words that are not the person's or the model's, as they came. */
function fieldsOf(info: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const isRead = (part: JsonObject) =>
    ['text', 'reasoning', 'tool', 'file', 'step-start'].includes(asText(part['type']) ?? '') && part['ignored'] !== true
  const remaining = parts.filter((part) => !isRead(part)).map((part) => without(part, places))
  return { ...without(info, toldOfInfo), ...(remaining.length > 0 && { parts: remaining }) }
}

function stateOf(info: JsonObject): JsonObject {
  const error = asObject(info['error'])
  return error === null ? {} : { state: error['name'] === 'MessageAbortedError' ? 'interrupted' : 'failed' }
}

/** What was thought is counted beside the output. */
function usageOf(of: JsonObject | null): UsageInput | null {
  const tokens = asObject(of?.['tokens'])
  if (!of || !tokens) return null
  const [output, thought] = [asCount(tokens['output']), asCount(tokens['reasoning'])]
  const { cost } = of
  const cache = asObject(tokens['cache'])
  return {
    inputTokens: asCount(tokens['input']),
    outputTokens: output === null ? thought : output + (thought ?? 0),
    cacheReadTokens: asCount(cache?.['read']),
    cacheWriteTokens: asCount(cache?.['write']),
    ...(typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 && { costUsd: cost }),
  }
}
