import type { Block, Json, JsonObject } from '../../domain/model.ts'
import type { TranscriptEntry } from '../transcripts/transcripts.ts'
import type { ChatMessage } from './responder.ts'

/**
 * Returns a context as the messages of OpenAI's chat completions: thoughts are left out, what one answer called stands in
 * one message, and a result without its call, which no endpoint takes, is left out.
 */
export function chatMessages(context: readonly TranscriptEntry[]): ChatMessage[] {
  const called = new Set<string>()
  const messages: ChatMessage[] = []
  for (const message of context.flatMap(messagesOf)) {
    const last = messages.at(-1)
    const result = message['tool_call_id']
    if (typeof result === 'string' && !called.has(result)) continue
    for (const id of callIds(message)) called.add(id)
    if (last && callIds(last).length > 0 && message.role === 'assistant') messages.splice(-1, 1, joined(last, message))
    else messages.push(message)
  }
  return messages
}

function messagesOf({ role, text, blocks }: TranscriptEntry): ChatMessage[] {
  const results = blocks.flatMap((block) => (block.type === 'toolResult' ? resultMessage(block) : []))
  const said = (as: 'system' | 'user'): ChatMessage[] => (text === '' ? [] : [{ role: as, content: text }])
  if (role === 'ASSISTANT') return [...assistantMessage(text, blocks), ...results]
  return [...results, ...said(role === 'SYSTEM' ? 'system' : 'user')]
}

function assistantMessage(text: string, blocks: readonly Block[]): ChatMessage[] {
  const calls = blocks.flatMap((block) => (block.type === 'toolCall' ? callOf(block) : []))
  if (text === '' && calls.length === 0) return []
  return [{ role: 'assistant', content: text === '' ? null : text, ...(calls.length > 0 && { tool_calls: calls }) }]
}

function callOf({ callId, name, input }: Extract<Block, { type: 'toolCall' }>): JsonObject {
  return { id: callId, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

function resultMessage({ callId, content }: Extract<Block, { type: 'toolResult' }>): ChatMessage {
  return {
    role: 'tool',
    tool_call_id: callId,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }
}

function callIds(message: ChatMessage): string[] {
  return callsOf(message).flatMap((call) => (call as { readonly id: string }).id)
}

function callsOf(message: ChatMessage): readonly Json[] {
  return (message['tool_calls'] as readonly Json[] | undefined) ?? []
}

function joined(first: ChatMessage, second: ChatMessage): ChatMessage {
  const texts = [first['content'], second['content']].filter((text) => typeof text === 'string')
  const content = texts.length === 0 ? null : texts.join('\n\n')
  return { role: 'assistant', content, tool_calls: [...callsOf(first), ...callsOf(second)] }
}
