import type { UIMessage } from 'ai'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnyChatMessage, ChatMessage, Chats } from '../../../src/adapters/aiSdk/index.ts'

type Own = UIMessage<{ at: number }, { weather: { celsius: number } }, { pay: { input: number; output: string } }>

// What these say is checked by the compiler: each line is an assignment that must be one.
const loaded = (messages: ChatMessage[]): UIMessage[] => messages
const given = (messages: UIMessage[]): ChatMessage[] => messages
const own = (messages: Own[]): AnyChatMessage[] => messages
const ofOwn = async (chats: Chats<Own>): Promise<number | undefined> => (await chats.loadChat('c'))[0]?.metadata?.at

describe('the messages of turngraph/ai-sdk', () => {
  it('are those of the AI SDK, and those that an application makes of them', () => {
    for (const each of [loaded, given, own]) assert.deepEqual(each([]), [])
    assert.equal(typeof ofOwn, 'function')
  })
})
