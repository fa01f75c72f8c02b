import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { Block, Json, JsonObject, UsageInput } from '../../domain/model.ts'
import { callIds, textOf } from '../../domain/messages/blocks.ts'
import { promptOf } from '../../domain/prompts/promptOf.ts'
import type { DraftFile, EntryDraft } from '../plan.ts'
import { readParts } from '../reading/attached/googleParts.ts'
import { note, resultBlock, textBlocks, turn, type EntryDetails } from '../reading/tree/drafts.ts'
import type { EntryPart } from '../reading/tree/steps.ts'
import { asCount, asInstant, asList, asObject, asText, extraOf, objectsIn } from '../reading/values.ts'

const noteTypes: ReadonlySet<string> = new Set(['info', 'warning', 'error'])

/** What a message of a session says. */
export interface GeminiMessage {
  readonly draft: EntryDraft
  /** The results of its calls. */
  readonly parts: readonly EntryPart[]
  readonly isKnown: boolean
}

/** Returns what a message says, and what came back from its calls. */
export function readMessage(message: JsonObject, mostBytes: number): GeminiMessage {
  const { id: _id, timestamp, type, ...rest } = message
  const fields = { observedAt: asInstant(timestamp) }
  if (type === 'user') return { draft: readUser(rest, fields, mostBytes), parts: [], isKnown: true }
  if (type === 'gemini') return readAnswer(rest, fields, mostBytes)
  return { draft: note({ type: type ?? null, ...rest }, fields), parts: [], isKnown: noteTypes.has(asText(type) ?? '') }
}

/** What the program puts in under the user's name is no turn of a person; results are the tools' turn. */
function readUser({ content, ...fields }: JsonObject, entryDetails: EntryDetails, mostBytes: number): EntryDraft {
  const { blocks, files } = contentOf(content, mostBytes)
  const details = { ...entryDetails, files }
  if (blocks.some(({ type }) => type === 'toolResult')) return turn('TOOL', blocks, { ...details, fields })
  if (blocks.length > 0 && objectsIn(content).every((part) => 'functionResponse' in part) && Array.isArray(content))
    return note({ type: 'user', content, ...fields }, entryDetails)
  const isProgram = blocks.every(({ type }) => type === 'text') && promptOf(textOf(blocks) ?? '').kind === 'MACHINE'
  if (blocks.length === 0 || !isProgram) return turn('USER', blocks, { ...details, fields })
  return turn('SYSTEM', blocks, { ...details, fields: { ...fields, type: 'user' } })
}

/** A call may stand among the parts and in the list of calls: the latter has its result. */
function readAnswer(
  { content, thoughts, toolCalls, tokens, model, ...fields }: JsonObject,
  entryDetails: EntryDetails,
  mostBytes: number,
): GeminiMessage {
  const calls = objectsIn(toolCalls)
  const open = calls.filter((call) => resultOf(call) === null)
  const { blocks: contentBlocks, files } = contentOf(content, mostBytes)
  const blocks = [
    ...asList(thoughts).map(thoughtOf),
    ...contentBlocks,
    ...calls.flatMap((call) => callOf(call, callIds(contentBlocks))),
  ]
  const more = open.length > 0 ? { ...fields, toolCalls: open } : fields
  const draft = turn('ASSISTANT', blocks, {
    ...entryDetails,
    model: asText(model),
    usage: usageOf(tokens),
    fields: more,
    files,
  })
  return { draft, parts: calls.flatMap((call) => partOf(call, entryDetails)), isKnown: true }
}

function thoughtOf(value: Json): Block {
  const { description, ...extra } = asObject(value) ?? {}
  return typeof description === 'string'
    ? { type: 'thinking', thinking: description, ...extraOf(extra) }
    : { type: 'other', value }
}

/** A text, or the parts that the API has. */
function contentOf(
  content: Json | undefined,
  mostBytes: number,
): { readonly blocks: readonly Block[]; readonly files: readonly DraftFile[] } {
  if (typeof content === 'string' || content == null) return { blocks: textBlocks(content), files: [] }
  return readParts(Array.isArray(content) ? textsAsParts(content) : [content], mostBytes)
}

const textsAsParts = (parts: readonly Json[]) => parts.map((part) => (typeof part === 'string' ? { text: part } : part))

function callOf(call: JsonObject, events: readonly string[]): Block[] {
  const [id, name] = [asText(call['id']), asText(call['name'])]
  if (id === null || name === null) return [{ type: 'other', value: call }]
  return events.includes(id) ? [] : [{ type: 'toolCall', callId: id, name, input: call['args'] ?? {} }]
}

const ended: ReadonlySet<string> = new Set(['success', 'error', 'cancelled'])

/** What came back from a call; null: nothing yet. */
function resultOf(call: JsonObject): { content: Json; isError: boolean } | null {
  const status = asText(call['status'])
  const isError = status === 'error' || status === 'cancelled'
  const result = call['result']
  const [only, ...others] = objectsIn(result)
  const answer = asObject(asObject(only?.['functionResponse'])?.['response'])
  if (answer && others.length === 0) return { content: answer, isError }
  if (result != null && asList(result).length > 0) return { content: result, isError }
  return status !== null && ended.has(status) ? { content: call['resultDisplay'] ?? result ?? null, isError } : null
}

function partOf(call: JsonObject, entryDetails: EntryDetails): EntryPart[] {
  const result = resultOf(call)
  const { id, name: _name, args: _args, result: _result, timestamp, ...fields } = call
  const callId = asText(id)
  if (result === null || callId === null) return []
  const observedAt = asInstant(timestamp) ?? entryDetails.observedAt ?? null
  const draft = turn('TOOL', [resultBlock(callId, result.content, result.isError)], { observedAt, fields })
  return [{ suffix: callId, draft }]
}

/** What is thought counts as output, as it is charged. */
function usageOf(value: Json | undefined): UsageInput | null {
  const tokens = asObject(value)
  if (!tokens) return null
  const [output, thoughts] = [asCount(tokens['output']), asCount(tokens['thoughts'])]
  return usageWithoutCached({
    input: asCount(tokens['input']),
    cacheRead: asCount(tokens['cached']),
    output: output === null ? null : output + (thoughts ?? 0),
  })
}
