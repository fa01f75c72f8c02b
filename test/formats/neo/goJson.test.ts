import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Json } from '../../../src/domain/model.ts'
import { goJson } from '../../../src/formats/neo/goJson.ts'

describe('what is written for a Neo store', () => {
  it('is JSON of the same value, without a sign that Go escapes', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '&',
        '\u2028',
        '\u2029',
        '"',
        '\\',
        '\n',
        '\b',
        '\u0001',
        '\ud800',
        'é',
        '😀',
        'a',
      ),
    })
    fc.assert(
      fc.property(fc.jsonValue(), text, (value, said) => {
        const whole = { value: value as Json, said }
        const written = goJson(whole)
        assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(whole)))
        assert.doesNotMatch(written, /[<>&\u2028\u2029\n]/)
      }),
    )
  })
  it('is spelled as Go spells it', () => {
    assert.equal(
      goJson('<a href="x">&\u2028\t\b\f\u0000\u007fé😀</a>'),
      String.raw`"\u003ca href=\"x\"\u003e\u0026\u2028\t\b\f\u0000${'\u007f'}é😀\u003c/a\u003e"`,
    )
  })
})
