import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { plainText, plainWord } from '../../../src/domain/messages/plainText.ts'

/** Every sign that a terminal may obey, by the Unicode properties rather than by our list. */
const controls = /[^\P{Cc}\t\n]|\p{Bidi_Control}/u

describe('plain text', () => {
  it('holds nothing that a terminal obeys, and all else as it was', () => {
    const codes = fc.oneof(fc.nat(0x2100), fc.nat(0x10ffff))
    fc.assert(
      fc.property(fc.array(codes), (points) => {
        const text = String.fromCodePoint(...points)
        const plain = plainText(text)
        assert.doesNotMatch(plain, controls)
        const signs = Array.from(text)
        const kept = signs.filter((sign) => !controls.test(sign))
        assert.equal(plain.length, kept.join('').length + 6 * (signs.length - kept.length))
      }),
    )
    assert.equal(plainText('a\u001b[31mb\u202ec'), 'a\\u001b[31mb\\u202ec')
    assert.equal(plainText('two\n\tlines, é, 👩‍👩‍👧, שלום'), 'two\n\tlines, é, 👩‍👩‍👧, שלום')
  })

  it('of a name is one line, whatever a name has', () => {
    assert.equal(plainWord('a\nturngraph: b\tc\u2028d\u001b[2J'), 'a\\u000aturngraph: b\\u0009c\\u2028d\\u001b[2J')
    assert.equal(plainWord('é 👩‍👩‍👧 שלום'), 'é 👩‍👩‍👧 שלום')
  })

  it('of JSON is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value, null, 2)
        assert.deepEqual(JSON.parse(plainText(text)), JSON.parse(text))
      }),
      { numRuns: 30 },
    )
  })
})
