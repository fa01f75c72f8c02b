import type Anthropic from '@anthropic-ai/sdk'
import type { UIMessage } from 'ai'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type OpenAI from 'openai'
import type {
  AnthropicMessage,
  ChatMessage,
  MessagesByFormat,
  ResponseItem,
  UiMessage,
} from '../../src/client/conversations/messages.ts'
import type { ContentBlockInput, ErrorCode, MessageFormat, Role, StoreTurnInput } from '../../src/client/client.ts'

// What these say is checked by the compiler: each line is an assignment that must be one.
const chat = (messages: ChatMessage[]): OpenAI.ChatCompletionMessageParam[] => messages
const responses = (items: ResponseItem[]): OpenAI.Responses.ResponseInputItem[] => items
const anthropic = (messages: AnthropicMessage[]): Anthropic.MessageParam[] => messages
const ui = (messages: UiMessage[]): UIMessage[] => messages
const formats: Record<MessageFormat, keyof MessagesByFormat> = {
  ...{ OPENAI_CHAT: 'OPENAI_CHAT', OPENAI_RESPONSES: 'OPENAI_RESPONSES', ANTHROPIC: 'ANTHROPIC', AI_SDK: 'AI_SDK' },
}
const block: ContentBlockInput = { toolCall: { callId: 'c', name: 'n', input: {} } }
const turn: StoreTurnInput = { role: 'USER' satisfies Role, content: [block] }
const code: ErrorCode = 'HEAD_MOVED'

describe('the types of programs', () => {
  it('are those that the providers of models take, and those of the schema', () => {
    for (const each of [chat, responses, anthropic, ui]) assert.deepEqual(each([]), [])
    assert.equal(Object.keys(formats).length, 4)
    assert.deepEqual([turn.role, code], ['USER', 'HEAD_MOVED'])
  })
})
