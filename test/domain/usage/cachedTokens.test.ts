import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { usageWithoutCached } from '../../../src/domain/usage/cachedTokens.ts'

const inputOf = (...given: Parameters<typeof usageWithoutCached>) => usageWithoutCached(...given).inputTokens

describe('counting what a cache held', () => {
  it('takes what a cache held out of the input, and keeps it apart', () => {
    const usage = usageWithoutCached({ input: 100, cacheRead: 60, cacheWrite: 10, output: 5 })
    assert.deepEqual(usage, { inputTokens: 30, outputTokens: 5, cacheReadTokens: 60, cacheWriteTokens: 10 })
  })
  it('believes the sum that the program tells', () => {
    const told = { input: 100, cacheRead: 60, output: 5 }
    assert.equal(inputOf({ ...told, total: 165 }), 100)
    assert.equal(inputOf({ ...told, total: 105 }, 'BESIDE_INPUT'), 40)
    assert.equal(inputOf({ ...told, total: 112 }, 'BESIDE_INPUT'), 40)
    assert.equal(inputOf(told, 'BESIDE_INPUT'), 100)
  })
  it('leaves an input alone that cannot contain what was cached, or is not known', () => {
    assert.equal(inputOf({ input: 40, cacheRead: 60, output: 5 }), 40)
    assert.equal(inputOf({ input: null, cacheRead: 60, output: 5 }), null)
    assert.equal(inputOf({ input: 40, cacheRead: null, output: null }), 40)
  })
})
