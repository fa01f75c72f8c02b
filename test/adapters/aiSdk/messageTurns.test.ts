import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MessageTurns } from '../../../src/adapters/aiSdk/messageTurns.ts'
import type { Members } from '../../../src/adapters/turns/json.ts'
import { dataUrlOf } from '../../../src/adapters/turns/hashedBytes.ts'

function cut(parts: readonly Members[], role: 'USER' | 'ASSISTANT' | 'SYSTEM' = 'ASSISTANT', more: Members = {}) {
  const turns = new MessageTurns('m', role, dataUrlOf)
  const hashed = parts.map((part) => turns.add(part))
  return { hashed, turns: turns.end(more), bytes: turns.bytes }
}
const drawn = (parts: readonly Members[], role?: 'USER' | 'ASSISTANT') =>
  cut(parts, role).turns.map(
    (turn) => `${turn.turnId} ${turn.role} ${turn.blocks.map((block) => Object.keys(block)[0] ?? '').join('+')}`,
  )

const text = (said: string) => ({ type: 'text', text: said })
const call = (toolCallId: string, output?: string) => ({
  type: 'tool-look',
  toolCallId,
  input: {},
  ...(output === undefined ? { state: 'input-available' } : { state: 'output-available', output }),
})

describe('the parts of a message as turns', () => {
  it('are one turn as long as nothing was called', () => {
    assert.deepEqual(drawn([text('a'), { type: 'reasoning', text: 'b' }, text('c')]), [
      'm ASSISTANT text+thinking+text',
    ])
  })

  it('are an answer, the results of its calls, and the next step of the answer', () => {
    assert.deepEqual(drawn([text('a'), call('1', 'x'), call('2', 'y'), text('b')]), [
      'm ASSISTANT text+toolCall+toolCall',
      'm:2 TOOL toolResult+toolResult',
      'm:3 ASSISTANT text',
    ])
    assert.deepEqual(drawn([call('1', 'x')]), ['m ASSISTANT toolCall', 'm:2 TOOL toolResult'])
  })

  it('are one turn where the calls wait for their results', () => {
    assert.deepEqual(drawn([call('1'), text('a'), call('2')]), ['m ASSISTANT toolCall+text+toolCall'])
  })

  it('are a step of its own where an id is called again', () => {
    assert.deepEqual(drawn([call('1', 'x'), call('1', 'y')]).length, 4)
    assert.deepEqual(drawn([call('1', 'x'), call('2', 'y')]).length, 2)
  })

  it("are no calls in a person's message, which cannot call", () => {
    assert.deepEqual(drawn([call('1', 'x')], 'USER'), ['m USER other'])
  })

  it('are one turn with a sign of emptiness where there are none', () => {
    const { turns } = cut([], 'USER', { metadata: 1 })
    assert.deepEqual(
      turns.map(({ turnId, blocks, metadata }) => ({ turnId, blocks, metadata })),
      [
        {
          turnId: 'm',
          blocks: [{ other: { type: 'empty' } }],
          metadata: { aiSdk: { more: { metadata: 1 }, parts: [] } },
        },
      ],
    )
  })

  it('name their message on all turns but the first, which has what the message has besides', () => {
    const [first, second] = cut([call('1', 'x')], 'ASSISTANT', { metadata: 1 }).turns
    assert.deepEqual(first?.metadata, { aiSdk: { more: { metadata: 1 } } })
    assert.deepEqual(second?.metadata, { aiSdk: { of: 'm' } })
  })

  it('have a file by the hash of its bytes, once however often it comes, and one at an address by that', () => {
    const file = { type: 'file', mediaType: 'text/plain', url: 'data:text/plain;base64,aGk=' }
    const { hashed, turns, bytes } = cut(
      [file, file, { type: 'file', mediaType: 'image/png', url: 'https://a/b' }],
      'USER',
    )
    const [[id, stored] = []] = [...bytes]
    assert.equal(bytes.size, 1)
    assert.deepEqual([Buffer.from(stored?.bytes ?? []).toString(), stored?.mediaType], ['hi', 'text/plain'])
    assert.deepEqual(turns[0]?.blocks, [{ attachmentId: id }, { attachmentId: id }, { uri: 'https://a/b' }])
    assert.deepEqual(hashed[0], { ...file, url: `data:text/plain;base64,sha256:${id ?? ''}` })
  })

  it('keep the signature of a thought with it', () => {
    const signed = { type: 'reasoning', text: 'a', providerMetadata: { anthropic: { signature: 's' } } }
    assert.deepEqual(cut([signed]).turns[0]?.blocks, [{ thinking: { thinking: 'a', signature: 's' } }])
  })
})
