import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptanceOf, sentText } from '../../../src/http/routes/graphql.ts'
import fc from '../../support/properties.ts'

const [json, stream] = ['application/json', 'text/event-stream']

describe('an Accept header', () => {
  it('takes anything when it is not there', () => {
    for (const header of [undefined, '', ' ', '*/*'])
      assert.deepEqual(weights(header), { json: 1, stream: 1, named: false }, header)
  })

  it('is read with weights, letters of any case, and parameters in quotes', () => {
    const cases: Record<string, [number, number, boolean]> = {
      'application/json, text/event-stream': [1, 1, true],
      'text/event-stream;q=0.5, APPLICATION/JSON; q=0.9': [0.9, 0.5, true],
      'text/event-stream': [0, 1, true],
      'application/json;charset=utf-8': [1, 0, false],
      'text/event-stream;q=0, */*': [1, 0, false],
      'text/*;q=0.3, */*;q=0.1': [0.1, 0.3, true],
      'multipart/mixed;boundary="a,text/event-stream;q=1";spec=1, application/json': [1, 0, false],
      'text/html, */*;q=0.8': [0.8, 0.8, false],
      'text/event-stream;q=nonsense': [0, 1, true],
      ',;,': [0, 0, false],
      '"': [0, 0, false],
    }
    for (const [header, [ofJson, ofStream, named]] of Object.entries(cases))
      assert.deepEqual(weights(header), { json: ofJson, stream: ofStream, named }, header)
  })
})

function weights(header: string | undefined) {
  const accepted = acceptanceOf(header)
  return { json: accepted.of(json), stream: accepted.of(stream), named: accepted.names(stream) }
}

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
