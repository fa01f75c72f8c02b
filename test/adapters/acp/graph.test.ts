import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { isNoId, objectOf } from '../../../src/adapters/acp/graph.ts'

describe('a value that a client sent', () => {
  it('is returned as it is where it is an object', () => {
    const value = { a: 1 }
    assert.equal(objectOf(value), value)
    assert.deepEqual(objectOf({}), {})
  })

  it('is null where it is a list, null or no object', () => {
    for (const value of [[], [{}], null, undefined, 'a', 7, true]) assert.equal(objectOf(value), null)
  })
})

describe('a text that is to be an id', () => {
  it('can be one with blanks, signs and letters of any script', () => {
    for (const text of ['', 'a', 'a b', 'né/Ω:1', '😀']) assert.equal(isNoId(text), false)
  })

  it('cannot be one with a control character or half of a surrogate pair', () => {
    for (const text of ['\u0000', 'a\nb', 'a\u007f', '\u0085', '\ud83d', '\ude00a']) assert.equal(isNoId(text), true)
  })

  it('cannot become one by more text around it', () => {
    const whole = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(whole, whole, fc.constantFrom('\n', '\u0000', '\u009f'), (a, b, sign) => isNoId(`${a}${sign}${b}`)),
    )
  })
})
