import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { turnOf, usualItem } from '../../../src/adapters/openAiAgents/itemBlocks.ts'
import type { Block } from '../../../src/adapters/turns/path.ts'

describe('an item of an agent as a turn', () => {
  it('is a message of its role, its parts in order', () => {
    assert.deepEqual(turnOf({ role: 'user', content: 'hi' }), { role: 'USER', blocks: [{ text: 'hi' }] })
    const content = [{ type: 'output_text', text: 'a' }, { type: 'refusal', refusal: 'no' }, { type: 'audio' }]
    assert.deepEqual(turnOf({ type: 'message', role: 'assistant', content }), {
      role: 'ASSISTANT',
      blocks: [{ text: 'a' }, { text: 'no' }, { other: { type: 'audio' } }],
    })
  })

  it('is a call with its arguments as JSON, as text where they are none, or empty', () => {
    const inputOf = (given: unknown) =>
      turnOf({ type: 'function_call', callId: 'k', name: 'n', arguments: given }).blocks[0]
    const call = (input: unknown) => ({ toolCall: { callId: 'k', name: 'n', input } })
    assert.deepEqual(
      ['{"a":[1]}', '{"a"', '', 'null', undefined].map(inputOf),
      [{ a: [1] }, '{"a"', '', {}, {}].map(call),
    )
  })

  it('is a result, whose one text stands for itself', () => {
    const contentOf = (output: unknown) => turnOf({ type: 'function_call_result', callId: 'k', output })
    const result = (content: unknown) => ({
      role: 'TOOL',
      blocks: [{ toolResult: { callId: 'k', content, isError: false } }],
    })
    assert.deepEqual(contentOf({ type: 'text', text: 'x' }), result('x'))
    assert.deepEqual(contentOf({ type: 'text', text: 'x', more: 1 }), result({ type: 'text', text: 'x', more: 1 }))
    assert.deepEqual(contentOf('x'), result('x'))
  })

  it('is a thought of its texts, the raw ones where there are no others', () => {
    const part = (text: string) => ({ type: 'input_text', text })
    const thinking = (thought: string) => ({ role: 'ASSISTANT', blocks: [{ thinking: { thinking: thought } }] })
    assert.deepEqual(turnOf({ type: 'reasoning', content: [part('a'), part('b')] }), thinking('a\nb'))
    assert.deepEqual(turnOf({ type: 'reasoning', content: [], rawContent: [part('c')] }), thinking('c'))
  })

  it('is kept verbatim where no block says it', () => {
    const items = [
      { type: 'hosted_tool_call', id: 'h' },
      { role: 'oracle', content: 'a' },
      { role: 'user', content: [] },
      { type: 'function_call', name: 'n' },
      { type: 'function_call_result', callId: 'k', output: null },
      { type: 'reasoning', content: [] },
      { role: 'constructor', content: 'a' },
    ]
    for (const item of items) assert.deepEqual(turnOf(item), { role: 'ASSISTANT', blocks: [{ other: item }] })
  })
})

describe('a block as an item', () => {
  it('is none where it is a file, or other content that names no type', () => {
    for (const block of [{ attachmentId: 'a' }, { uri: 'https://a' }, { other: {} }, { other: 'x' }])
      assert.equal(usualItem(block, 'ASSISTANT'), null)
  })

  it('is an item that says the same block', () => {
    const input = fc.oneof(fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }), fc.constant('{"a'))
    const block: fc.Arbitrary<Block> = fc.oneof(
      fc.string().map((text) => ({ text })),
      fc.string().map((thinking) => ({ thinking: { thinking } })),
      input.map((of) => ({ toolCall: { callId: 'k', name: 'n', input: of } })),
      fc.string().map((content) => ({ toolResult: { callId: 'k', content, isError: false } })),
      fc.constant({ other: { type: 'hosted_tool_call', id: 'h' } }),
    )
    fc.assert(
      fc.property(block, fc.constantFrom('USER', 'ASSISTANT', 'SYSTEM'), (of, role) => {
        const item = usualItem(of, role)
        assert.ok(item)
        const turn = turnOf(item)
        assert.deepEqual(turn.blocks, [of])
        if ('text' in of) assert.equal(turn.role, role)
      }),
    )
  })
})
