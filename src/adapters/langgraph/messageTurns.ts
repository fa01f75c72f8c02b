/** Messages of LangChain as turns. What a turn cannot say of one is in the checkpoint: turns are their projection. */
import type { ContentBlockInput, Role, Turn, UsageInput } from '../../client/client.ts'
import { membersOf, type Members } from '../turns/json.ts'
import { own } from '../../runtime/own.ts'

/** A message of LangChain, as far as a turn says it. */
export interface LangChainMessage extends Members {
  readonly content: unknown
  readonly id?: unknown
  getType(): string
}

/** Says whether a value is a message. */
export function isMessage(value: unknown): value is LangChainMessage {
  const { getType, content } = (value ?? {}) as { readonly getType?: unknown; readonly content?: unknown }
  return typeof getType === 'function' && (typeof content === 'string' || Array.isArray(content))
}

const roles: Readonly<Record<string, Role>> = { human: 'USER', ai: 'ASSISTANT', tool: 'TOOL', system: 'SYSTEM' }

/** Returns a message as a turn; of a kind that is unknown, its words as the user's. */
export function turnOf(message: LangChainMessage, turnId: string): Turn {
  const type = message.getType()
  const role = own(roles, type) ?? 'USER'
  const members = membersOf(message['response_metadata']) ?? {}
  const model = members['model_name'] ?? members['model']
  const usage = role === 'ASSISTANT' ? usageOf(message, members) : null
  const { name } = message
  const metadata = { type, ...(typeof name === 'string' && { name }) }
  return {
    role,
    turnId,
    content: blocksOf(message, role),
    ...(typeof model === 'string' && role === 'ASSISTANT' && { model }),
    ...(usage !== null && { usage }),
    metadata: { langgraph: metadata },
  }
}

function blocksOf(message: LangChainMessage, role: Role): ContentBlockInput[] {
  if (role === 'TOOL') return [resultOf(message)]
  const calls = callsOf(message)
  const called = new Set(calls.map(({ toolCall }) => toolCall?.callId))
  const { content } = message
  const parts: readonly unknown[] = typeof content === 'string' ? [content] : (content as readonly unknown[])
  const blocks = parts.flatMap((block) => blockOf(block, called))
  const all = [...blocks, ...calls]
  return all.length === 0 ? [{ text: '' }] : all
}

function blockOf(block: unknown, called: ReadonlySet<unknown>): ContentBlockInput[] {
  if (typeof block === 'string') return block === '' ? [] : [{ text: block }]
  const members = membersOf(block) ?? {}
  const { type, text, thinking, signature, id } = members
  if (type === 'text' && typeof text === 'string') return text === '' ? [] : [{ text }]
  if (type === 'thinking' && typeof thinking === 'string')
    return [{ thinking: { thinking, ...(typeof signature === 'string' && { signature }) } }]
  // What a provider says of a call is in `tool_calls` again.
  if ((type === 'tool_use' || type === 'tool_call') && called.has(id)) return []
  return [{ other: jsonOf(block) }]
}

function callsOf(message: LangChainMessage): ContentBlockInput[] {
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call: unknown): ContentBlockInput[] => {
    const { id, name, args } = membersOf(call) ?? {}
    if (typeof id !== 'string' || typeof name !== 'string') return [{ other: jsonOf(call) }]
    return [{ toolCall: { callId: id, name, input: jsonOf(args ?? {}) } }]
  })
}

function resultOf(message: LangChainMessage): ContentBlockInput {
  const callId = message['tool_call_id']
  const content = jsonOf(message.content)
  if (typeof callId !== 'string' || callId === '') return { other: content }
  return { toolResult: { callId, content, isError: message['status'] === 'error' } }
}

function usageOf(message: LangChainMessage, members: Members): UsageInput | null {
  const usage = membersOf(message['usage_metadata'])
  const { id } = members
  const answer = typeof id === 'string' && id !== '' ? { answerId: id } : null
  if (usage === null) return answer
  const details = membersOf(usage['input_token_details']) ?? {}
  return {
    ...numberAs('inputTokens', usage['input_tokens']),
    ...numberAs('outputTokens', usage['output_tokens']),
    ...numberAs('cacheReadTokens', details['cache_read']),
    ...numberAs('cacheWriteTokens', details['cache_creation']),
    ...answer,
  }
}

const numberAs = (name: keyof UsageInput, value: unknown): UsageInput =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {}

/** As JSON has it; what JSON has not is null. */
function jsonOf(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}
