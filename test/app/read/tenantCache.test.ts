import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { tenantCache } from '../../../src/app/read/caches/tenantCache.ts'

const key = fc.integer({ min: 0, max: 30 }).map(String)
const owner = fc.constantFrom('a', 'b', 'c', 'd')

describe('a cache that tenants share', () => {
  it('answers what was set last or nothing, and holds at most twice its size', () => {
    const steps = fc.array(fc.tuple(owner, key, fc.boolean()), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), steps, (size, given) => {
        const [cache, plain] = [tenantCache<number>(size), new Map<string, number>()]
        given.forEach(([whose, name, isSet], n) => {
          if (isSet) cache.set(whose, name, n)
          if (isSet) plain.set(`${whose} ${name}`, n)
          const found = cache.get(whose, name)
          assert.ok(found === undefined || found === plain.get(`${whose} ${name}`))
        })
        // Whoever asks moves what it asks for: each is asked for once, and none comes back.
        const held = [...plain].filter(([name]) => cache.get(name.split(' ')[0] ?? '', name.split(' ')[1] ?? ''))
        assert.ok(held.length <= 2 * size, `${held.length} of ${size}`)
      }),
    )
  })

  it('keeps all of who holds little, however much another stores', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (few) => {
        const cache = tenantCache<number>(100)
        for (let n = 0; n < few; n++) cache.set('modest', `${n}`, n)
        for (let n = 0; n < 10_000; n++) cache.set('greedy', `${n}`, n)
        for (let n = 0; n < few; n++) assert.equal(cache.get('modest', `${n}`), n)
      }),
    )
  })

  it('gives all of it to who is alone', () => {
    const cache = tenantCache<number>(100)
    for (let n = 0; n < 1_000; n++) cache.set('alone', `${n}`, n)
    for (let n = 950; n < 1_000; n++) assert.equal(cache.get('alone', `${n}`), n)
  })
})
