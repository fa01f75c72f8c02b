/** OpenAI's `/v1/responses`. */
import type { Json, JsonObject, Role } from '../../../domain/model.ts'
import { readItem } from '../../../formats/codex/items.ts'
import { openAiUsage } from '../../../formats/reading/usage.ts'
import { blocksBy, textReader } from '../../../formats/reading/tree/drafts.ts'
import { asCount, asList, asObject, asText, objectsIn } from '../../../formats/reading/values.ts'
import { own } from '../../../runtime/own.ts'
import { turnOf } from './drafts.ts'
import { setupOf } from './setup.ts'
import type { Wire, WireAnswer, WireEvent, WireRequest, WireTurn } from './wire.ts'

const settings = [
  ...['instructions', 'tools', 'tool_choice', 'parallel_tool_calls', 'temperature', 'top_p', 'max_output_tokens'],
  ...['max_tool_calls', 'reasoning', 'text', 'truncation', 'service_tier', 'include', 'prompt'],
]

export const responsesWire: Wire = { name: 'responses', request, answer, assemble, names }

function request(body: JsonObject): WireRequest | null {
  const { input } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsIn(input)
  const continues = asText(body['previous_response_id']) ?? heldName(body)
  if (items.length === 0) return null
  const tools = toolsOf(body, items)
  return {
    turns: turnsOf(items.filter((item) => !isTools(item))),
    setup: setupOf({ ...body, ...(tools.length > 0 && { tools }) }, settings),
    hasTools: tools.length > 0,
    model: asText(body['model']),
    continues,
  }
}

/** Codex sends its tools as an item of the history. */
const isTools = ({ type }: JsonObject): boolean => type === 'additional_tools'

const toolsOf = ({ tools }: JsonObject, items: readonly JsonObject[]): Json[] =>
  [tools, ...items.filter(isTools).map((item) => item['tools'])].flatMap((some) => [...asList(some)])

/** A conversation that the provider keeps is named by each request that goes on with it. */
function heldName(body: JsonObject): string | null {
  const id = asText(body['conversation']) ?? asText(asObject(body['conversation'])?.['id'])
  return id === null ? null : `conversation:${id}`
}

function names(request: JsonObject, answer: JsonObject): string[] {
  const id = asText(answer['id'])
  const held = heldName(request)
  return [...(id === null || request['store'] === false ? [] : [id]), ...(held === null ? [] : [held])]
}

/** What an answer is made of stands in items beside each other: they are one turn, as it is in the other two APIs. */
function turnsOf(items: readonly JsonObject[]): WireTurn[] {
  const turns: WireTurn[] = []
  for (const item of items) {
    const turn = turnOfItem(item)
    const last = turns.at(-1)
    if (last?.role !== 'ASSISTANT' || turn.role !== 'ASSISTANT') turns.push(turn)
    else turns[turns.length - 1] = joined(last, turn)
  }
  return turns
}

const joined = (one: WireTurn, other: WireTurn): WireTurn => ({
  role: 'ASSISTANT',
  blocks: [...one.blocks, ...other.blocks],
  fields: { ...one.fields, ...other.fields },
})

/** A message may be given without its type; a call that the provider answered itself has its result beside it. */
function turnOfItem(item: JsonObject): WireTurn {
  const typed: JsonObject =
    item['type'] === undefined && item['role'] !== undefined ? { type: 'message', ...item } : item
  if (item['type'] === 'agent_message') return messageOfAgent(item)
  const read = readItem(typed)
  if (!read) return { role: roleOfUnknown(item), blocks: [{ type: 'other', value: item }], fields: {} }
  const turn = turnOf(read.draft({}))
  const result = read.result?.({})
  return result ? { ...turn, blocks: [...turn.blocks, ...result.blocks] } : turn
}

/** What one agent of Codex sends another: to the one that gets it, it is what a user says. */
function messageOfAgent({ type: _type, content, ...fields }: JsonObject): WireTurn {
  return turnOf({ role: 'USER', blocks: blocksBy({ input_text: textReader }, content), fields })
}

const roles: Readonly<Record<string, Role>> = { user: 'USER', developer: 'SYSTEM', system: 'SYSTEM' }

/** An item of a type that is not known is of whom it says, else a part of an answer. */
function roleOfUnknown({ type, role }: JsonObject): Role {
  return own(roles, asText(role) ?? '') ?? ((asText(type) ?? '').endsWith('_response') ? 'TOOL' : 'ASSISTANT')
}

function answer(body: JsonObject): WireAnswer[] {
  const items = objectsIn(body['output'])
  if (items.length === 0) return []
  const id = asText(body['id'])
  const usage = openAiUsage(asObject(body['usage']))
  const [first, ...others] = items.map(turnOfItem)
  const turn = others.reduce(joined, { ...(first as WireTurn), role: 'ASSISTANT' })
  return [
    {
      turn,
      id,
      model: asText(body['model']),
      usage: usage && { ...usage, ...(id !== null && { answerId: id }) },
      stopReason: stopReasonOf(body),
    },
  ]
}

function stopReasonOf(body: JsonObject): string | null {
  const status = asText(body['status'])
  if (status === 'in_progress' || status === 'queued') return null
  return asText(asObject(body['incomplete_details'])?.['reason']) ?? status ?? 'completed'
}

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled'])
/** The last event has the whole; some providers leave the items to the events before it, and a cut stream has those alone. */
function assemble(events: readonly WireEvent[]): JsonObject | null {
  let body: JsonObject | null = null
  const items = new Map<number, JsonObject>()
  for (const event of events) {
    const type = asText(event['type']) ?? ''
    const response = asObject(event['response'])
    if (response) body = ends.has(type) ? { status: 'completed', ...response } : { ...response, status: 'in_progress' }
    addTo(items, type, event)
  }
  if (!body) return null
  const made = [...items].sort(([a], [b]) => a - b).map(([, item]) => item)
  return objectsIn(body['output']).length > 0 ? body : { ...body, output: made }
}

/** An event without an index is of the last item, or is the whole of the next one. */
function addTo(items: Map<number, JsonObject>, type: string, event: WireEvent): void {
  const index = asCount(event['output_index']) ?? items.size - (type === 'response.output_item.done' ? 0 : 1)
  const item = asObject(event['item'])
  if (item && /^response\.output_item\.(?:added|done)$/.test(type)) items.set(index, item)
  const open = items.get(index)
  const { delta } = event
  if (!open || typeof delta !== 'string') return
  if (type === 'response.function_call_arguments.delta')
    items.set(index, { ...open, arguments: `${asText(open['arguments']) ?? ''}${delta}` })
  if (type === 'response.custom_tool_call_input.delta')
    items.set(index, { ...open, input: `${asText(open['input']) ?? ''}${delta}` })
  if (type === 'response.output_text.delta' || type === 'response.refusal.delta')
    items.set(index, {
      ...open,
      content: withText(objectsIn(open['content']), asCount(event['content_index']) ?? 0, delta),
    })
}

function withText(parts: readonly JsonObject[], at: number, delta: string): JsonObject[] {
  const part = parts[at]
  const more = { type: 'output_text', ...part, text: `${asText(part?.['text']) ?? ''}${delta}` }
  return [...parts.slice(0, at), more, ...parts.slice(at + 1)]
}
