/** OpenAI's `/v1/chat/completions`. */
import { own } from '../../../runtime/own.ts'
import type { Json, JsonObject } from '../../../domain/model.ts'
import { OpenAiMessages } from '../../../formats/openai/messages.ts'
import { openAiUsage } from '../../../formats/reading/usage.ts'
import { asCount, asList, asObject, asText, objectsIn } from '../../../formats/reading/values.ts'
import { readContext, turnOf } from './drafts.ts'
import { setupOf } from './setup.ts'
import type { Wire, WireAnswer, WireEvent, WireRequest } from './wire.ts'

const settings = [
  ...['tools', 'tool_choice', 'functions', 'function_call', 'parallel_tool_calls', 'temperature', 'top_p', 'top_k'],
  ...[
    'max_tokens',
    'max_completion_tokens',
    'stop',
    'seed',
    'frequency_penalty',
    'presence_penalty',
    'logit_bias',
    'n',
  ],
  ...['response_format', 'reasoning_effort', 'verbosity', 'modalities', 'audio', 'service_tier', 'web_search_options'],
]

export const chatWire: Wire = { name: 'chat', request, answer, assemble, names: () => [] }

function request(body: JsonObject): WireRequest | null {
  const messages = objectsIn(body['messages'])
  if (messages.length === 0) return null
  const reader = new OpenAiMessages(readContext)
  return {
    turns: messages.map((message, line) => turnOf(reader.message(message, line))),
    setup: setupOf(body, settings),
    hasTools: asList(body['tools']).length + asList(body['functions']).length > 0,
    model: asText(body['model']),
    continues: null,
  }
}

function answer(body: JsonObject): WireAnswer[] {
  const id = asText(body['id'])
  const usage = openAiUsage(asObject(body['usage']))
  return objectsIn(body['choices']).flatMap((choice, k) => {
    const message = asObject(choice['message'])
    if (!message) return []
    return {
      turn: turnOf(new OpenAiMessages(readContext).message({ role: 'assistant', ...message }, 0)),
      id,
      model: asText(body['model']),
      usage: k === 0 && usage ? { ...usage, ...(id !== null && { answerId: id }) } : null,
      stopReason: asText(choice['finish_reason']),
    }
  })
}

type OpenAnswer = Map<string, Json>
interface Choice {
  readonly message: OpenAnswer
  readonly calls: Map<number, JsonObject>
  finish: Json
}

const heads = ['id', 'model', 'usage', 'created', 'service_tier']

function assemble(events: readonly WireEvent[]): JsonObject | null {
  const body: OpenAnswer = new Map()
  const choices = new Map<number, Choice>()
  for (const event of events) {
    for (const name of heads) {
      const value = own(event, name)
      if (value != null) body.set(name, value)
    }
    for (const piece of objectsIn(event['choices'])) {
      const index = asCount(piece['index']) ?? 0
      const choice = choices.get(index) ?? { message: new Map(), calls: new Map(), finish: null }
      choices.set(index, choice)
      add(choice, asObject(piece['delta']) ?? {})
      if (piece['finish_reason'] != null) choice.finish = piece['finish_reason']
    }
  }
  if (choices.size === 0) return null
  return { ...Object.fromEntries(body), choices: inOrder(choices).map(closed) }
}

const inOrder = <V>(of: ReadonlyMap<number, V>): V[] => [...of].sort(([a], [b]) => a - b).map(([, value]) => value)

function add({ message, calls }: Choice, delta: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const known = message.get(name) ?? null
    if (name === 'tool_calls') for (const piece of objectsIn(value)) addCall(calls, piece)
    else if (name === 'role' || typeof value !== 'string') message.set(name, known ?? value)
    else message.set(name, `${asText(known) ?? ''}${value}`)
  }
}

/** Names come whole, arguments in pieces. */
function addCall(calls: Map<number, JsonObject>, piece: JsonObject): void {
  const index = asCount(piece['index']) ?? calls.size
  const call = calls.get(index) ?? { id: null, type: 'function' }
  calls.set(index, {
    ...call,
    ...(asText(piece['id']) !== null && { id: piece['id'] as Json }),
    ...(asText(piece['type']) !== null && { type: piece['type'] as Json }),
    ...('function' in piece && { function: called(call['function'], piece['function'], 'arguments') }),
    ...('custom' in piece && { custom: called(call['custom'], piece['custom'], 'input') }),
  })
}

function called(before: Json | undefined, piece: Json | undefined, input: 'arguments' | 'input'): JsonObject {
  const [known, more] = [asObject(before) ?? {}, asObject(piece) ?? {}]
  const joined = `${asText(known[input]) ?? ''}${asText(more[input]) ?? ''}`
  return { ...known, ...(asText(more['name']) !== null && { name: more['name'] as Json }), [input]: joined }
}

function closed({ message, calls, finish }: Choice, index: number): JsonObject {
  const made = inOrder(calls)
  return {
    index,
    message: { ...Object.fromEntries(message), ...(made.length > 0 && { tool_calls: made }) },
    finish_reason: finish,
  }
}
