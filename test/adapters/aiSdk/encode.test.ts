import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeAll, encodeMessage } from '../../../src/adapters/aiSdk/encode.ts'
import type { AnyChatMessage } from '../../../src/adapters/aiSdk/uiMessage.ts'
import { dataUrlOf } from '../../../src/adapters/turns/hashedBytes.ts'

const text = (said: string) => ({ type: 'text', text: said })
const all = (...messages: unknown[]) => encodeAll(messages as AnyChatMessage[], dataUrlOf)
const refused = (value: unknown, ...field: string[]) =>
  assert.throws(() => encodeMessage(value, ['at'], dataUrlOf), { code: 'BAD_INPUT', field: ['at', ...field] })

describe('messages as turns', () => {
  it('are none where there is none', () => {
    assert.deepEqual(all(), [])
  })

  it('are one each, by their ids and roles, with their other members as JSON has them', () => {
    const encoded = all(
      { id: 'a', role: 'user', parts: [text('hi')], createdAt: new Date(0), gone: undefined },
      { id: 'b', role: 'assistant', parts: [] },
      { id: 'c', role: 'system', parts: [text('so')] },
    )
    const turns = encoded.flatMap((message) => message.turns)
    assert.deepEqual(
      turns.map(({ turnId, role }) => [turnId, role]),
      [
        ['a', 'USER'],
        ['b', 'ASSISTANT'],
        ['c', 'SYSTEM'],
      ],
    )
    assert.deepEqual(turns[0]?.metadata, { aiSdk: { more: { createdAt: '1970-01-01T00:00:00.000Z' } } })
    assert.deepEqual(encoded[1]?.message, { id: 'b', role: 'assistant', parts: [] })
  })

  it('are refused where one id comes twice, also that of the second turn of another message', () => {
    const user = { id: 'a', role: 'user', parts: [text('hi')] }
    const at = (i: string) => ({ code: 'BAD_INPUT', field: ['messages', i, 'id'] })
    assert.throws(() => all(user, user), { ...at('1'), details: { id: 'a' } })
    const called = { type: 'tool-look', toolCallId: 'k', input: {}, state: 'output-available', output: 1 }
    const answer = { id: 'b', role: 'assistant', parts: [called] }
    assert.throws(() => all(user, answer, { ...user, id: 'b:2' }), { ...at('2'), details: { id: 'b:2' } })
  })

  it('are refused where they are no list', () => {
    assert.throws(() => encodeAll({} as AnyChatMessage[], dataUrlOf), { code: 'BAD_INPUT', field: ['messages'] })
  })
})

describe('a message that is no message', () => {
  const message = { id: 'a', role: 'user', parts: [] }
  it('is refused by the member at fault', () => {
    refused(null)
    refused([message])
    refused({ ...message, id: 7 }, 'id')
    refused({ ...message, id: ' \t' }, 'id')
    refused({ ...message, role: 'tool' }, 'role')
    refused({ ...message, role: 'constructor' }, 'role')
    refused({ ...message, parts: {} }, 'parts')
    refused({ ...message, parts: [text('a'), 'b'] }, 'parts', '1')
    refused({ ...message, parts: [{ text: 'a' }] }, 'parts', '0')
  })

  it('is refused where JSON cannot hold it', () => {
    refused({ ...message, metadata: 1n })
  })
})
