import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { bareLine, erasedLine, isErased, isErasedOf, repeats } from '../../../src/domain/erasure/erasedLine.ts'
import type { Block, Json, JsonObject } from '../../../src/domain/model.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const bytes = (value: Json) => Buffer.from(JSON.stringify(value))
const erase = (line: string, blocks: readonly Block[] = [], isShared = false, fields: JsonObject = {}) =>
  Buffer.from(erasedLine(Buffer.from(line), { blocks, fields }, 'e1', isShared)).toString()
const entry = {
  type: 'user',
  uuid: 'u1',
  parentUuid: null,
  cwd: '/home/me',
  message: {
    role: 'user',
    content: [{ type: 'text', text: 'a secret', tool_use_id: 'k' }, 'more', 7],
    usage: { n: 1 },
  },
  timestamp: { odd: 'words' },
}

describe('a line whose entry was erased', () => {
  const left = JSON.parse(erase(JSON.stringify(entry), [text('a secret')])) as JsonObject

  it('keeps the members by which readers find where it stands, and none that says something', () => {
    const content = [{ type: 'text', tool_use_id: 'k' }, '', null]
    const message = { role: 'user', content }
    assert.deepEqual(left, { type: 'user', uuid: 'u1', parentUuid: null, message, turngraphErased: 'e1' })
  })

  it('keeps its end, and is nothing but the mark where it is no object', () => {
    assert.equal(erase('{"type":"a"}\r\n'), '{"type":"a","turngraphErased":"e1"}\r\n')
    assert.equal(erase('no JSON\n', [text('not there')]), '{"turngraphErased":"e1"}\n')
    assert.equal(Buffer.from(bareLine(Buffer.from('["a secret"]'), 'e1')).toString(), '["a secret"]')
  })

  it('is known as erased, and as that of the line before', () => {
    for (const line of [erase(JSON.stringify(entry)), '{"turngraphErased":"e1"}']) {
      assert.ok(isErased(Buffer.from(line)))
      assert.ok(isErasedOf(Buffer.from(line), bytes(entry)))
    }
    assert.ok(!isErasedOf(bytes(left), bytes({ ...entry, uuid: 'u2' })))
    assert.ok(!isErasedOf(bytes(entry), bytes(entry)))
    for (const line of [
      JSON.stringify(entry),
      '{"text":"turngraphErased"}',
      '{"turngraphErased":1}',
      'turngraphErased',
    ])
      assert.ok(!isErased(Buffer.from(line)), line)
  })

  it('is emptied once: what is erased again stays the same', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('type', 'id', 'content', 'text', 'message'), fc.jsonValue()),
        (value) => {
          const once = erase(JSON.stringify(value))
          assert.ok(isErasedOf(Buffer.from(once), bytes(value as Json)))
          assert.equal(erase(once), once)
        },
      ),
    )
  })
})

describe('a line that holds other entries too', () => {
  const line = '{"steps":["a \\"secret\\" here","another"]}\n'

  it('loses the texts of the erased one alone, as JSON writes them', () => {
    assert.equal(erase(line, [text('a "secret" here')], true), '{"steps":["","another"]}\n')
    assert.equal(erase(line, [text('another')], true, { note: 'a "secret" here' }), '{"steps":["",""]}\n')
    assert.equal(erase(line, [text('another')], true, { note: 'a' }), '{"steps":["a \\"secret\\" here",""]}\n')
  })

  it('is emptied where one of them is not in it', () => {
    assert.equal(erase(line, [text('another'), text('not there')], true), '{"turngraphErased":"e1"}\n')
  })

  it('keeps names of types and ids of calls', () => {
    const call: Block = { type: 'toolCall', callId: 'steps', name: 'another', input: { q: 'a "secret" here' } }
    assert.equal(erase(line, [call], true), '{"steps":["","another"]}\n')
  })
})

describe('a line that repeats what was erased', () => {
  const isRepeated = repeats([{ blocks: [text('Please mend the stork today')], fields: {} }])

  it('has a text of it, whole or in part, or its beginning with dots', () => {
    for (const words of [
      'Please mend the stork today',
      ' Please mend the stork… ',
      'Please mend the...',
      'You asked: Please mend the stork today',
    ])
      // prettier-ignore
      assert.ok(isRepeated(bytes({ title: words })), words)
  })

  it('has none where it says other words, too few of them, or nothing', () => {
    for (const line of [
      '{"title":"Please mend"}',
      '{"title":"Please feed the stork"}',
      'Please mend the stork today',
      '[]',
    ])
      // prettier-ignore
      assert.ok(!isRepeated(Buffer.from(line)), line)
    assert.ok(!repeats([{ blocks: [text('short')], fields: {} }])(bytes({ title: 'short' })))
    assert.ok(!repeats([])(bytes({ title: 'Please mend the stork today' })))
  })
})
