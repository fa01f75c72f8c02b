import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { boundedCache } from '../../../src/app/read/caches/boundedCache.ts'

describe('a cache of recent values', () => {
  it('knows the values set last, and no more than twice as many', () => {
    const sets = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }).map(String), fc.integer()), { maxLength: 100 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), sets, (size, given) => {
        const memory = boundedCache<number>(size)
        const plain = new Map<string, number>()
        for (const [key, value] of given) {
          memory.set(key, value)
          plain.delete(key)
          plain.set(key, value)
        }
        const all = [...plain].reverse()
        for (const [key, value] of all.slice(0, size)) assert.equal(memory.get(key), value)
        const held = all.filter(([key]) => memory.get(key) !== undefined)
        assert.ok(held.length <= 2 * size)
        for (const [key, value] of held) assert.equal(memory.get(key), value)
      }),
    )
  })
})
