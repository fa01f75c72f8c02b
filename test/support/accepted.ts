import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { convertToModelMessages, validateUIMessages, type UIMessage } from 'ai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ResponseInput } from 'openai/resources/responses/responses'
import { anthropicFaults } from './anthropicRules.ts'
import type { Block, Role } from '../../src/domain/model.ts'
import { openAiFaults, responsesFaults } from './openAiRules.ts'
import { UiWriting } from '../../src/formats/aiSdk/uiMessages.ts'
import { AnthropicWriting } from '../../src/formats/anthropic/write.ts'
import { ChatWriting } from '../../src/formats/openai/chat.ts'
import { ResponsesWriting } from '../../src/formats/openai/responses.ts'
import { written, type WrittenEntry } from '../../src/formats/writing/omissions.ts'

/** An entry of CONTEXT in a test: its role and what it says. */
export type Saying = Pick<WrittenEntry, 'role' | 'blocks'> & Partial<WrittenEntry>

/** Returns entries as writers get them. */
export function saidBy(
  entries: readonly { readonly role: Role | null; readonly blocks: readonly Block[] }[],
): WrittenEntry[] {
  return entries.map(({ role, blocks, ...more }, i) => ({
    id: `m${i}`,
    nodeId: `o${i}`,
    answerId: null,
    observedAt: '2026-01-01T00:00:00.000000000Z',
    model: null,
    synthetic: false,
    isSummary: false,
    files: new Map(),
    ...more,
    role: role ?? 'USER',
    blocks,
  }))
}

/** The messages of each API, by the types of its own library: what is not of those types does not compile. */
export interface AllMessages {
  readonly chat: ChatCompletionMessageParam[]
  readonly responses: ResponseInput
  readonly anthropic: MessageParam[]
  readonly ui: UIMessage[]
}

/** Returns entries as the messages of each API. */
export function allMessages(entries: readonly WrittenEntry[]): AllMessages {
  return {
    chat: written(new ChatWriting(), entries),
    responses: written(new ResponsesWriting(), entries),
    anthropic: written(new AnthropicWriting(), entries),
    ui: written(new UiWriting(), entries),
  }
}

/** Returns what the APIs refuse of these entries, each with its messages. */
export function writtenFaults(entries: readonly WrittenEntry[]): string[] {
  return [
    ...openAiFaults(written(new ChatWriting(), entries)).map((fault) => `chat ${fault}`),
    ...responsesFaults(written(new ResponsesWriting(), entries)).map((fault) => `responses ${fault}`),
    ...anthropicFaults(written(new AnthropicWriting(), entries)).map((fault) => `anthropic ${fault}`),
  ]
}

/** Returns what the AI SDK makes of its messages for a model; throws what it does not take. */
export async function modelMessages(ui: UIMessage[]) {
  return ui.length === 0 ? [] : convertToModelMessages(await validateUIMessages({ messages: ui }))
}
