import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../support/properties.ts'
import type { Observation } from '../../../../../src/domain/model.ts'
import {
  createObservationCache,
  fairShare,
} from '../../../../../src/storage/sqlite/reading/observationCache/observationCache.ts'

const named = (id: string) => ({ id }) as Observation
const put = (
  cache: ReturnType<typeof createObservationCache>,
  tenant: string,
  id: string,
  bytes = 1_000,
  epoch = 0,
) => {
  for (let k = 0; k < 2; k++) cache.at(tenant, epoch).add(named(id), () => bytes)
}

describe('the memory of observations', () => {
  it('remembers what is added twice', () => {
    const cache = createObservationCache(100_000)
    cache.at('t', 0).add(named('a'), () => 10)
    assert.equal(cache.tenants.get('t')?.observation('a'), undefined)
    cache.at('t', 0).add(named('a'), () => 10)
    assert.equal(cache.tenants.get('t')?.observation('a')?.id, 'a')
    assert.equal(cache.tenants.get('other')?.observation('a'), undefined)
  })

  it('remembers a range as long as each of its nodes', () => {
    const cache = createObservationCache(100_000)
    const nodes = ['a', 'b'].map(named)
    for (let k = 0; k < 2; k++) cache.at('t', 0).addRange(['turn', 's', 1, 2], nodes, () => [10, 10])
    assert.deepEqual(cache.tenants.get('t')?.range(['turn', 's', 1, 2]), nodes)
    assert.equal(cache.tenants.get('t')?.observation('b'), nodes[1])
    assert.equal(cache.tenants.get('t')?.range(['depth', 's', 1, 2]), undefined)
    for (let k = 0; k < 200; k++) {
      put(cache, 't', `other ${k}`)
      cache.tenants.get('t')?.observation('b')
      assert.ok(
        cache.tenants.get('t')?.range(['turn', 's', 1, 2]) === undefined || cache.tenants.get('t')?.observation('a'),
      )
    }
  })

  it('holds no more bytes than it may, and what was used last', () => {
    const cache = createObservationCache(100_000)
    for (let k = 0; k < 1_000; k++) {
      put(cache, 't', `${k}`)
      cache.tenants.get('t')?.observation('0')
      assert.ok(cache.bytes <= 100_000)
    }
    for (const id of ['0', '999']) assert.ok(cache.tenants.get('t')?.observation(id), id)
    assert.equal(cache.tenants.get('t')?.observation('1'), undefined)
  })

  it('remembers nothing that is too large a part of it, and nothing at all with 0 bytes', () => {
    const cache = createObservationCache(100_000)
    put(cache, 't', 'large', 50_000)
    for (let k = 0; k < 2; k++) cache.at('t', 0).addRange(['turn', 's', 1, 1], [named('a')], () => [50_000])
    assert.deepEqual(
      [cache.tenants.get('t')?.observation('large'), cache.tenants.get('t')?.range(['turn', 's', 1, 1])],
      [undefined, undefined],
    )
    const none = createObservationCache(0)
    put(none, 't', 'a')
    assert.deepEqual([none.bytes, none.tenants.get('t')?.observation('a')], [0, undefined])
  })

  it('leaves all of it to a tenant that holds little, however much another reads', () => {
    const cache = createObservationCache(100_000)
    for (let k = 0; k < 20; k++) put(cache, 'modest', `${k}`)
    for (let k = 0; k < 2_000; k++) put(cache, 'greedy', `${k}`)
    for (let k = 0; k < 20; k++) assert.ok(cache.tenants.get('modest')?.observation(`${k}`))
    assert.ok(cache.bytes > 80_000)
  })

  it('forgets a tenant in another epoch, and that tenant alone', () => {
    const cache = createObservationCache(100_000)
    for (const tenant of ['t', 'u']) put(cache, tenant, 'a')
    const before = cache.tenants.get('t')
    cache.at('t', 1)
    assert.deepEqual([cache.tenants.get('t')?.observation('a'), before?.observation('a')], [undefined, undefined])
    for (let k = 0; k < 2; k++) before?.add(named('late'), () => 10)
    assert.equal(cache.tenants.get('t')?.observation('late'), undefined)
    assert.ok(cache.tenants.get('u')?.observation('a'))
    cache.forget('u')
    assert.equal(cache.bytes, 0)
  })
})

describe('a fair share', () => {
  it('is as much as all may have when nobody has more', () => {
    const sizes = fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(sizes, fc.nat(10_000), (some, most) => {
        const share = fairShare(some, most)
        const together = some.reduce((sum, size) => sum + Math.min(size, share), 0)
        const all = some.reduce((sum, size) => sum + size, 0)
        assert.ok(Math.abs(together - Math.min(most, all)) < 1e-6 * (1 + all))
      }),
    )
  })
})
