import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block } from '../../../src/domain/model.ts'
import { contentBlock, exchangeOf, joinedBlocks, updateOf } from '../../../src/formats/acp/updates.ts'

describe('a line of a session', () => {
  const update = { sessionUpdate: 'plan', entries: [] }

  it('tells an update, with or without a method around it, and its time', () => {
    const expected = { sessionId: 's', kind: 'plan', update, meta: {}, timestamp: null }
    assert.deepEqual(updateOf({ method: 'session/update', params: { sessionId: 's', update } }), expected)
    assert.deepEqual(updateOf({ sessionId: 's', update, timestamp: 5 }), { ...expected, timestamp: 5 })
    const meta = { agentTimestampMs: 7 }
    assert.deepEqual(updateOf({ params: { sessionId: 's', update, _meta: meta }, timestamp: 5 }), {
      ...expected,
      meta,
      timestamp: 7,
    })
  })

  it('tells none where the session or the kind is missing', () => {
    for (const value of [
      {},
      { params: { update } },
      { params: { sessionId: 's', update: {} } },
      { method: 'x', sessionId: 's', update },
    ])
      assert.equal(updateOf(value), null)
  })

  it('tells a prompt, or the answer to one, and no other message', () => {
    assert.deepEqual(exchangeOf({ id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: ['a'] } }), {
      kind: 'prompt',
      sessionId: 's',
      prompt: ['a'],
      id: 1,
    })
    const result = { stopReason: 'end_turn' }
    assert.deepEqual(exchangeOf({ id: 1, result }), { kind: 'answer', id: 1, result })
    for (const value of [
      { result },
      { id: 1, result: {} },
      { id: 1, method: 'x', result },
      { id: 1, method: 'session/prompt', params: {} },
    ])
      assert.equal(exchangeOf(value), null)
  })
})

describe('the content of an ACP update', () => {
  const text = (said: string, more = {}): Block => ({ type: 'text', text: said, ...more })

  it('is a text with what stands beside it, or as it came', () => {
    assert.deepEqual([undefined, null, 'a'].map(contentBlock), [[], [], [text('a')]])
    assert.deepEqual(contentBlock({ type: 'text', text: 'a', annotations: 1 }), [
      text('a', { extra: { annotations: 1 } }),
    ])
    assert.deepEqual(contentBlock({ type: 'image', data: 'x' }), [
      { type: 'other', value: { type: 'image', data: 'x' } },
    ])
  })

  it('is joined where texts follow each other, and the pieces stay as they were', () => {
    const [first, image]: Block[] = [text('a'), { type: 'other', value: 1 }] as const
    assert.deepEqual(joinedBlocks([first], [text('b'), image, text('c'), text('d')]), [text('ab'), image, text('cd')])
    assert.deepEqual([first, joinedBlocks([], []), joinedBlocks([first], [])], [text('a'), [], [text('a')]])
  })
})
