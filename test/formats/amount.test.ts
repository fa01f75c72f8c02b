import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { hasTooMany } from '../../src/formats/amount.ts'

/** Commas and openings of JSON text, by reading it. */
function inner(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value) as unknown[]
  return 1 + Math.max(0, members.length - 1) + members.reduce((sum: number, one) => sum + inner(one), 0)
}

describe('how many values JSON has', () => {
  it('is counted outside of texts, whatever they hold', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 12 }), (text, most) => {
        const bytes = Buffer.from(text)
        assert.equal(hasTooMany(bytes, most), bytes.length >= 2 * most && inner(JSON.parse(text)) > most)
      }),
      { numRuns: 500 },
    )
  })
  it('is no matter of the length of a text', () => {
    const long = Buffer.from(JSON.stringify({ text: '{[,"\\'.repeat(1000) }))
    assert.equal(hasTooMany(long, 1), false)
  })
  it('is too many, too, where the text is longer than is read at once', () => {
    assert.deepEqual([hasTooMany(Buffer.from('"abc"'), 9, 5), hasTooMany(Buffer.from('"abc"'), 9, 4)], [false, true])
  })
  it('is told of what is not JSON, too', () => {
    assert.equal(hasTooMany(Buffer.from('"never closed \\'), 1), false)
    assert.equal(hasTooMany(Buffer.from('{},{},{}'), 2), true)
  })
})
