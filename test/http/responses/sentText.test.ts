import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { sentText } from '../../../src/http/routes/graphql.ts'

describe('the text of an answer as it is sent', () => {
  it('is the text and a line break, whatever is in it and however long it is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 50 })
    fc.assert(
      fc.property(text, fc.constantFrom(1, 400, 16_384), (piece, times) => {
        const whole = piece.repeat(times)
        assert.equal(Buffer.from(sentText(whole)).toString(), `${whole}\n`)
      }),
    )
  })

  it('is bytes from a length on at which copies cost', () => {
    assert.equal(typeof sentText('x'.repeat(1_000)), 'string')
    assert.ok(Buffer.isBuffer(sentText('x'.repeat(100_000))))
  })
})
