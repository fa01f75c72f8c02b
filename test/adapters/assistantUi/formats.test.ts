import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formattedItem, formattedMessage, isOf, type MessageFormat } from '../../../src/adapters/assistantUi/formats.ts'

/** A runtime whose messages have their id beside what is stored. */
const format = (name: string): MessageFormat => ({
  format: name,
  encode: ({ message }) => {
    const { id: _id, ...rest } = message as { id: string }
    return rest
  },
  decode: ({ id, parent_id: parentId, content }) => ({ parentId, message: { id, ...content } }),
  getId: (message) => (message as { id: string }).id,
})
const langchain = format('langchain')
const aiSdk = format('ai-sdk/v5')
const item = (message: object, parentId: string | null = null) => ({ parentId, message: { id: 'm', ...message } })

describe('a message of another runtime', () => {
  it('is stored by its text, and whole beside that', () => {
    const whole = { type: 'human', content: ['a', { text: 'b' }, { image: 'c' }, ''] }
    assert.deepEqual(formattedMessage(langchain, item(whole), 'm'), {
      id: 'm',
      role: 'user',
      parts: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
        { type: 'data-langchain', data: whole },
      ],
      format: 'langchain',
    })
  })

  it('has its text in its content or beside', () => {
    const partsOf = (message: object) => formattedMessage(langchain, item(message), 'm').parts.slice(0, -1)
    assert.deepEqual(partsOf({ content: 'a', text: 'b' }), [{ type: 'text', text: 'a' }])
    assert.deepEqual(partsOf({ text: 'b' }), [{ type: 'text', text: 'b' }])
    assert.deepEqual(partsOf({}), [])
  })

  it('has the role that other libraries call so, and is a user’s where that is unknown', () => {
    const roleOf = (message: object) => formattedMessage(langchain, item(message), 'm').role
    assert.deepEqual(
      [{ role: 'assistant' }, { role: 'system' }, { type: 'ai' }, { type: 'human' }, { role: 'oracle' }, {}].map(
        roleOf,
      ),
      ['assistant', 'system', 'assistant', 'user', 'user', 'user'],
    )
  })

  it("is stored as the AI SDK's where it is one of these", () => {
    const message = { role: 'assistant', parts: [{ type: 'text', text: 'a' }], metadata: 1 }
    assert.deepEqual(formattedMessage(aiSdk, item(message), 'm'), { id: 'm', ...message })
  })

  it('comes back as its runtime had it', () => {
    const messages = [
      { type: 'ai', content: [{ text: 'a', more: { deep: [null] } }] },
      { role: 'user', parts: [{ type: 'text', text: 'a' }], x: 1 },
      {},
    ]
    for (const of of [langchain, aiSdk])
      for (const message of messages)
        assert.deepEqual(formattedItem(of, 'p', formattedMessage(of, item(message), 'm')), item(message, 'p'))
  })
})

describe('a stored message', () => {
  it('can be read in the format that it is of', () => {
    assert.deepEqual(
      [isOf('langchain', { format: 'langchain' }), isOf('langchain', { format: 'aui/v0' })],
      [true, false],
    )
  })

  it("can be read as the AI SDK's and as assistant-ui's own where it names none", () => {
    assert.deepEqual(
      ['ai-sdk/v5', 'aui/v0', 'langchain'].map((name) => isOf(name, {})),
      [true, true, false],
    )
  })
})
