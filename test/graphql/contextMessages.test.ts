import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from './support/api.ts'
import { talk } from './support/talk.ts'

interface Answer {
  readonly conversation: Readonly<Record<'context' | 'chat' | 'responses' | 'anthropic' | 'ui', readonly object[]>> & {
    readonly contextSystem: string | null
  }
  readonly userErrors: readonly object[]
}

describe('messages for a model over the API', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('come with the turn that was stored: one request stores and answers the next prompt', async () => {
    await talk(api, 'c', 'one', 'two')
    const { storeTurn } = await api.ask<{ storeTurn: Answer }>(
      `mutation { storeTurn(input: { conversationId: "c", turnId: "t3", role: USER, text: "three" }) {
        conversation { context { text } contextSystem
          chat: contextMessages(format: OPENAI_CHAT) responses: contextMessages(format: OPENAI_RESPONSES)
          anthropic: contextMessages(format: ANTHROPIC) ui: contextMessages(format: AI_SDK) } userErrors { code } } }`,
    )
    assert.deepEqual(storeTurn.userErrors, [])
    const { context, contextSystem, chat, responses, anthropic, ui } = storeTurn.conversation
    assert.deepEqual([context.length, contextSystem], [3, null])
    assert.deepEqual(chat.at(-1), { role: 'user', content: 'three' })
    assert.deepEqual(responses.at(-1), { type: 'message', role: 'user', content: 'three' })
    assert.deepEqual(anthropic.at(-1), { role: 'user', content: [{ type: 'text', text: 'three' }] })
    assert.deepEqual(ui.at(-1), { id: 'c:t3', role: 'user', parts: [{ type: 'text', text: 'three' }] })
  })

  it('are of a point, and refuse what is none', async () => {
    await talk(api, 'p', 'one', 'two', 'three')
    const asked = (at: string) =>
      api.send(`{ conversation(id: "p") { contextMessages(format: OPENAI_CHAT, at: ${at}) } }`)
    const { data } = await asked('{ turn: 1 }')
    assert.deepEqual(data, { conversation: { contextMessages: [{ role: 'user', content: 'one' }] } })
    const { errors } = await asked('{ turn: 9 }')
    assert.equal(errors[0]?.extensions['code'], 'FORK_POINT_UNKNOWN')
  })
})
