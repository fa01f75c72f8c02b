import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalMessage } from '../../../../src/adapters/proxy/links/canonical.ts'
import type { Block, Json } from '../../../../src/domain/model.ts'

const text = (said: string): Block => ({ type: 'text', text: said })
const other = (value: Json): Block => ({ type: 'other', value })
const call = (input: Json): Block => ({ type: 'toolCall', callId: 'k', name: 'n', input })
const result = (content: Json, isError = false): Block => ({ type: 'toolResult', callId: 'k', content, isError })
const form = (...blocks: Block[]) => canonicalMessage('ASSISTANT', blocks)
const same = (one: Block, another: Block) => assert.equal(form(text('a'), one), form(text('a'), another))
const differ = (one: Block, another: Block) => assert.notEqual(form(text('a'), one), form(text('a'), another))

describe('a message that two requests repeat', () => {
  it('is null where nothing is left of it', () => {
    assert.equal(form(), null)
    assert.equal(
      form(text(''), { type: 'thinking', thinking: 'hm' }, other({ type: 'redacted_thinking', data: 'x' })),
      null,
    )
  })

  it('is the same without its thoughts, and whatever signs them', () => {
    assert.equal(form({ type: 'thinking', thinking: 'a' }, text('b')), form(text('b')))
    assert.equal(form(other({ type: 'reasoning', id: 'r' }), text('b')), form(text('b')))
  })

  it('is the same by whatever way its parts are written', () => {
    same(call({ a: 1, b: 2 }), call({ b: 2, a: 1 }))
    same(call({}), call(''))
    same(call({}), call(null))
    same(result('x'), result([{ type: 'output_text', text: 'x' }]))
    same(result(''), result([]))
    same(result(null), result([{ type: 'text', text: '' }]))
  })

  it('is the same without cache marks, ids of blocks, states and empty members, at any depth', () => {
    const image: Json = { type: 'image', source: { type: 'url', url: 'u' } }
    const marked: Json = {
      type: 'image',
      id: 'i',
      status: 'done',
      cache_control: { type: 'ephemeral' },
      source: { type: 'url', url: 'u', cache_control: 1, title: '', tags: [], more: { none: null } },
    }
    same(other(image), other(marked))
    same(result([image]), result([marked]))
  })

  it('is another one by its role, its words, its arguments, an error, and the order of its parts', () => {
    assert.notEqual(canonicalMessage('USER', [text('a')]), canonicalMessage('ASSISTANT', [text('a')]))
    differ(text('a'), text('A'))
    differ(call({ a: 1 }), call({ a: '1' }))
    differ(result('x'), result('x', true))
    differ(other({ a: 0 }), other({ a: false }))
    assert.notEqual(form(text('a'), text('b')), form(text('b'), text('a')))
    assert.notEqual(form(text('a'), text('b')), form(text('ab')))
  })
})
