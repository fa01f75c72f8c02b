import { sha256 } from '../../domain/tree/pathHash.ts'
import type { Block, Json, JsonObject, Role } from '../../domain/model.ts'
import { promptOf } from '../../domain/prompts/promptOf.ts'
import type { EntryDraft } from '../plan.ts'
import {
  argumentsOf,
  blocksBy,
  note,
  resultBlock,
  textReader,
  turn,
  type EntryDetails,
} from '../reading/tree/drafts.ts'
import { asObject, asText, extraOf, objectsIn } from '../reading/values.ts'
import { own } from '../../runtime/own.ts'

/** What an item of the history is to the answer that it may be part of. */
export type ItemPart = 'PROMPT' | 'PROGRAM' | 'ANSWER' | 'RESULT' | 'OTHER'

export interface Item {
  readonly part: ItemPart
  draft(entryDetails: EntryDetails): EntryDraft
  /** Of a call that carries what came back: its result. */
  result?(entryDetails: EntryDetails): EntryDraft
  /** Texts that events repeat. */
  readonly texts: readonly string[]
}

/** Returns an item of the history; null for one of a type that is not known. */
export function readItem(item: JsonObject): Item | null {
  const type = asText(item['type']) ?? ''
  return (Object.hasOwn(readers, type) ? readers[type]?.(item) : laterTool(type, item)) ?? null
}

type Reader = (item: JsonObject) => Item | null

const readers: Readonly<Record<string, Reader>> = {
  message: readMessage,
  reasoning: readReasoning,
  function_call: ({ type: _type, call_id: callId, name, arguments: input, ...rest }) =>
    call(callId, name, argumentsOf(input), rest),
  custom_tool_call: ({ type: _type, call_id: callId, name, input, ...rest }) => call(callId, name, input ?? null, rest),
  local_shell_call: ({ type: _type, call_id: callId, action, ...rest }) =>
    call(callId, 'local_shell', action ?? null, rest),
  function_call_output: readOutput,
  custom_tool_call_output: readOutput,
  local_shell_call_output: readOutput,
  tool_search_call: ({ type: _type, call_id: callId, arguments: input, ...rest }) =>
    call(callId, 'tool_search', argumentsOf(input), rest),
  tool_search_output: ({ type: _type, call_id: callId, ...rest }) =>
    readOutput({ call_id: callId ?? null, output: rest['output'] ?? rest['tools'] ?? rest }),
  web_search_call: ({ action, ...item }) => ownCall('web_search', action ?? {}, item),
  image_generation_call: ({ result, ...item }) =>
    ownCall('image_generation', { prompt: item['revised_prompt'] ?? null }, item, result),
  compaction: readOpaque,
  compaction_summary: readOpaque,
  context_compaction: readOpaque,
  ghost_snapshot: (item) => ({ part: 'OTHER', texts: [], draft: (entryDetails) => note(item, entryDetails) }),
}

const roles: Readonly<Record<string, Role>> = {
  user: 'USER',
  assistant: 'ASSISTANT',
  system: 'SYSTEM',
  developer: 'SYSTEM',
}

/** Says whether all that stands under the user's role was put in by the program: a request in its wrapping is the user's. */
function isPutIn(blocks: readonly Block[], texts: readonly string[]): boolean {
  const isText = texts.length === blocks.length && texts.some((text) => text.trim() !== '')
  return isText && promptOf(texts.join('\n')).kind === 'MACHINE'
}

function readMessage({ type: _type, role, content, ...rest }: JsonObject): Item | null {
  const known = own(roles, asText(role) ?? '')
  if (!known) return null
  const blocks = blocksBy({ input_text: textReader, output_text: textReader, text: textReader }, content)
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const isProgram = known === 'USER' && isPutIn(blocks, texts)
  const part = known === 'ASSISTANT' ? 'ANSWER' : known === 'USER' && !isProgram ? 'PROMPT' : 'PROGRAM'
  const fields = isProgram ? { ...rest, role: 'user' } : rest
  return {
    part,
    texts,
    draft: (entryDetails) => turn(isProgram ? 'SYSTEM' : known, blocks, withFields(entryDetails, fields)),
  }
}

function readReasoning({ type: _type, summary, content, ...rest }: JsonObject): Item {
  const [short, full] = [textsIn(summary), textsIn(content)]
  const parts = short.length > 0 ? short : full
  const extra = short.length > 0 && full.length > 0 ? { ...rest, content: content as Json } : rest
  const block: Block = { type: 'thinking', thinking: parts.join('\n\n'), ...extraOf(extra) }
  return { part: 'ANSWER', texts: [...short, ...full], draft: (more) => turn('ASSISTANT', [block], more) }
}

const textsIn = (parts: Json | undefined) => objectsIn(parts).flatMap(({ text }) => asText(text) ?? [])

function call(callId: Json | undefined, name: Json | undefined, input: Json, rest: JsonObject): Item | null {
  const [id, called] = [asText(callId), asText(name)]
  if (id === null || called === null) return null
  const block: Block = { type: 'toolCall', callId: id, name: called, input, ...extraOf(rest) }
  return { part: 'ANSWER', texts: [], draft: (entryDetails) => turn('ASSISTANT', [block], entryDetails) }
}

function readOutput({ type: _type, call_id: callId, output, ...rest }: JsonObject): Item | null {
  const id = asText(callId)
  if (id === null) return null
  const isError = asObject(output)?.['success'] === false
  return {
    part: 'RESULT',
    texts: [],
    draft: (entryDetails) => turn('TOOL', [resultBlock(id, output ?? null, isError, rest)], entryDetails),
  }
}

/** What a compaction left for its provider alone to read: it is sent back as it came, and to no other. */
function readOpaque(item: JsonObject): Item | null {
  if (asText(item['encrypted_content']) === null) return null
  return {
    part: 'OTHER',
    texts: [],
    draft: (entryDetails) => turn('ASSISTANT', [{ type: 'other', value: item }], entryDetails),
  }
}

/** A call that the provider ran, with its result in the same item. Some have no id; their content identifies them. */
function ownCall(name: string, input: Json, item: JsonObject, result: Json = null): Item {
  const { id, call_id: callId, status, type: _type, ...extra } = item
  const made = `${name}-${sha256(JSON.stringify([input, extra, result])).slice(0, 16)}`
  const known = asText(callId) ?? asText(id) ?? made
  const block: Block = { type: 'toolCall', callId: known, name, input, ...extraOf(extra) }
  const isOver = status !== 'in_progress' && status !== 'searching' && status !== 'generating'
  const value = result ?? (typeof status === 'string' ? { status } : 'done')
  const back = resultBlock(known, value, status === 'failed')
  return {
    part: 'ANSWER',
    texts: [],
    draft: (entryDetails) => turn('ASSISTANT', [block], entryDetails),
    ...(isOver ? { result: ({ observedAt = null }: EntryDetails) => turn('TOOL', [back], { observedAt }) } : {}),
  }
}

/** A call or an output of a later program is one by its name and the id that joins the two. */
function laterTool(type: string, { type: _type, call_id: callId, ...rest }: JsonObject): Item | null {
  if (type.endsWith('_output')) return readOutput({ call_id: callId ?? null, ...rest })
  if (!type.endsWith('_call')) return null
  const { name, arguments: value, input, ...extra } = rest
  return call(callId, asText(name) ?? type.slice(0, -'_call'.length), argumentsOf(value ?? input), extra)
}

function withFields(entryDetails: EntryDetails, fields: JsonObject): EntryDetails {
  return { ...entryDetails, fields: { ...entryDetails.fields, ...fields } }
}
