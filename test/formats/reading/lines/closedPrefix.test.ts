import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { closedPrefix } from '../../../../src/formats/reading/lines/closedPrefix.ts'

describe('the beginning of a JSON text', () => {
  it('is made whole wherever it is cut', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.nat(200), (value, cut) => {
        const text = JSON.stringify(value)
        const closed = closedPrefix(text.slice(0, Math.max(1, cut)))
        assert.doesNotThrow(() => JSON.parse(closed) as unknown, closed)
      }),
    )
  })
  it('keeps what is there', () => {
    assert.deepEqual(JSON.parse(closedPrefix('{"a":[1,{"b":"tex')), { a: [1, { b: 'tex' }] })
    assert.deepEqual(JSON.parse(closedPrefix('{"a":1,"b":tr')), { a: 1 })
    assert.deepEqual(JSON.parse(closedPrefix('["x\\\\')), ['x\\'])
    assert.deepEqual(JSON.parse(closedPrefix('["x\\\\\\u00')), ['x\\'])
  })
})
