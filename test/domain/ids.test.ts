import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../support/properties.ts'
import { fitName, isFit, messageId, parseMessageId } from '../../src/domain/ids.ts'

const names = fc.string({ unit: anyCodePoint })

describe('a name from a file', () => {
  it('is kept when it is fit, and is another one for another name', () => {
    fc.assert(
      fc.property(names, names, (a, b) => {
        assert.ok(!/\0|\p{Surrogate}/u.test(fitName(a)))
        if (isFit(a)) assert.equal(fitName(a), a)
        if (a !== b && isFit(a) === isFit(b)) assert.notEqual(fitName(a), fitName(b))
      }),
    )
  })
})

describe('message ids', () => {
  it('never collide and are read back', () => {
    const id = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(id, id, id, id, (c, t, d, u) => {
        assert.deepEqual(parseMessageId(messageId(c, t)), { conversationId: c, turnId: t })
        assert.equal(messageId(c, t) === messageId(d, u), c === d && t === u)
      }),
    )
  })

  it('percent-encode only what they must', () => {
    assert.equal(messageId('a:b%3A', 't:1'), 'a%3Ab%253A:t:1')
  })
})
