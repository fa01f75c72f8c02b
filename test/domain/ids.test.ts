import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { fitName, isFit, messageId, parseMessageId } from '../../src/domain/ids.ts'

const names = fc.string({ unit: 'binary' })

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

describe('a message id', () => {
  it('gives back both its parts', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (conversationId, turnId) => {
        assert.deepEqual(parseMessageId(messageId(conversationId, turnId)), { conversationId, turnId })
      }),
    )
  })
})
