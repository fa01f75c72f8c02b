/** Anthropic's `/v1/messages`. */
import type { Json, JsonObject } from '../../../domain/model.ts'
import { AnthropicMessages } from '../../../formats/anthropic/messages.ts'
import { argumentsOf } from '../../../formats/reading/tree/drafts.ts'
import { anthropicUsage } from '../../../formats/reading/usage.ts'
import { asCount, asList, asObject, asText, objectsIn } from '../../../formats/reading/values.ts'
import { readContext, turnOf } from './drafts.ts'
import { setupOf } from './setup.ts'
import type { Wire, WireAnswer, WireEvent, WireRequest } from './wire.ts'

const settings = [
  ...['system', 'tools', 'tool_choice', 'temperature', 'top_p', 'top_k', 'max_tokens', 'stop_sequences', 'thinking'],
  ...['output_config', 'output_format', 'context_management', 'service_tier', 'mcp_servers', 'container', 'speed'],
]

export const messagesWire: Wire = { name: 'messages', request, answer, assemble, names: () => [] }

function request(body: JsonObject): WireRequest | null {
  const messages = objectsIn(body['messages'])
  if (messages.length === 0) return null
  const reader = new AnthropicMessages(readContext)
  return {
    turns: messages.map((message, line) => turnOf(reader.message(message, line))),
    setup: setupOf(body, settings),
    hasTools: asList(body['tools']).length > 0,
    model: asText(body['model']),
    continues: null,
  }
}

function answer(body: JsonObject): WireAnswer[] {
  const { type, role = 'assistant', content = null } = body
  if (type !== 'message' || !Array.isArray(content)) return []
  const message: JsonObject = { role, content }
  const id = asText(body['id'])
  const usage = asObject(body['usage'])
  return [
    {
      turn: turnOf(new AnthropicMessages(readContext).message(message, 0)),
      id,
      model: asText(body['model']),
      usage: usage && anthropicUsage(usage, id),
      stopReason: asText(body['stop_reason']),
    },
  ]
}

/** A block whose stream goes on: its members, and its texts so far. */
interface OpenBlock {
  readonly block: JsonObject
  readonly texts: Map<'text' | 'thinking' | 'signature' | 'partial_json', string>
  readonly citations: Json[]
}

/** A message whose stream was cut off has no `stop_reason`. */
function assemble(events: readonly WireEvent[]): JsonObject | null {
  let message: JsonObject | null = null
  const content = new Map<number, OpenBlock>()
  for (const event of events) {
    if (event['type'] === 'message_start') message = { ...asObject(event['message']), stop_reason: null }
    const index = asCount(event['index']) ?? 0
    if (event['type'] === 'content_block_start') content.set(index, opened(asObject(event['content_block']) ?? {}))
    const open = content.get(index)
    if (open && event['type'] === 'content_block_delta') add(open, asObject(event['delta']) ?? {})
    if (message && event['type'] === 'message_delta') {
      const usage: JsonObject = { ...asObject(message['usage']), ...knownOf(asObject(event['usage']) ?? {}) }
      message = { ...message, ...asObject(event['delta']), usage }
    }
  }
  if (!message) return null
  return { ...message, content: [...content].sort(([a], [b]) => a - b).map(([, open]) => closed(open)) }
}

const opened = (block: JsonObject): OpenBlock => ({ block, texts: new Map(), citations: [] })

function add({ block, texts, citations }: OpenBlock, delta: JsonObject): void {
  for (const name of ['text', 'thinking', 'signature', 'partial_json'] as const) {
    const { [name]: piece } = delta
    const { [name]: before } = block
    if (typeof piece === 'string') texts.set(name, `${texts.get(name) ?? asText(before) ?? ''}${piece}`)
  }
  if (delta['citation'] !== undefined) citations.push(delta['citation'])
}

/** The input of a call comes as pieces of its JSON text. */
function closed({ block, texts, citations }: OpenBlock): JsonObject {
  const { partial_json: pieces, ...members } = Object.fromEntries(texts)
  return {
    ...block,
    ...members,
    ...(pieces !== undefined && pieces !== '' && { input: argumentsOf(pieces) }),
    ...(citations.length > 0 && { citations }),
  }
}

const knownOf = (usage: JsonObject) => Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
