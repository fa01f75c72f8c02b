import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  checkId,
  checkMetadata,
  checkName,
  checkSettings,
  checkSize,
  givenTitle,
} from '../../../src/app/write/checks.ts'
import type { Block, Json } from '../../../src/domain/model.ts'

describe('an id', () => {
  it('is returned as it was given', () => {
    for (const id of ['a', ' a ', '😀', 'x'.repeat(1000)]) {
      assert.equal(checkId(id, 'turnId'), id)
      assert.equal(checkName(id, 'name'), id)
    }
  })

  it('is refused where it is blank, endless, or what no store keeps', () => {
    for (const id of ['', ' \n', 'a\0', 'a\ud800', 'x'.repeat(1001)]) {
      const refused = { code: 'BAD_INPUT', field: ['turnId'], facts: { field: 'turnId', id: id.slice(0, 100) } }
      assert.throws(() => checkId(id, 'turnId'), refused)
      assert.throws(() => checkName(id, 'name'), {
        code: 'BAD_INPUT',
        facts: { field: 'name', name: id.slice(0, 100) },
      })
    }
  })
})

describe('the metadata of a command', () => {
  it('is an object, the empty one where none was given', () => {
    const metadata = { a: [1] }
    assert.equal(checkMetadata(metadata), metadata)
    assert.deepEqual([checkMetadata(null), checkMetadata(undefined)], [{}, {}])
    for (const wrong of ['a', 1, true, []])
      assert.throws(() => checkMetadata(wrong), { code: 'BAD_INPUT', field: ['metadata'] })
  })

  it('of settings is null where none were given', () => {
    assert.deepEqual([checkSettings(null), checkSettings(undefined), checkSettings({})], [null, null, {}])
    assert.throws(() => checkSettings([]), { code: 'BAD_INPUT', field: ['settings'] })
  })
})

describe('the content of a turn', () => {
  const text = (words: string, extra?: { a: string }): Block => ({ type: 'text', text: words, ...(extra && { extra }) })

  it('is as large as it is once its signs are escaped', () => {
    assert.throws(() => checkSize([text('\0'.repeat(100))], 300), { code: 'LIMIT_EXCEEDED' })
    checkSize([text('\0'.repeat(100))], 700)
    assert.throws(() => checkSize([text('é'.repeat(100))], 200), { code: 'LIMIT_EXCEEDED' })
  })

  it('is refused exactly where it is larger as JSON than a turn may be', () => {
    const words = fc.string({ unit: fc.constantFrom('a', '"', '\0', 'é', '😀', '\ud800') })
    const block = fc.oneof(
      words.map((one) => text(one)),
      words.map((one) => text(one, { a: one })),
      fc.jsonValue().map((value): Block => ({ type: 'other', value: value as Json })),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), fc.nat(300), (content, limit) => {
        const bytes = Buffer.byteLength(JSON.stringify(content))
        if (bytes <= limit) checkSize(content, limit)
        else assert.throws(() => checkSize(content, limit), { code: 'LIMIT_EXCEEDED', facts: { limit, bytes } })
      }),
    )
  })
})

it('a title is given where something is left without white space around it', () => {
  assert.deepEqual([' a b\n', 'é', '', ' \n', null, undefined].map(givenTitle), ['a b', 'é', null, null, null, null])
})
