import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { UsageInput } from '../../../src/domain/model.ts'
import { noUsage, packUsage, unpackUsage, usageAfter } from '../../../src/domain/usage/pathUsage.ts'
import { storedUsage } from '../../../src/domain/usage/usage.ts'

const after = (usages: readonly (UsageInput | null)[]) =>
  usages.reduce((sums, usage) => usageAfter(sums, { usage: storedUsage(usage), copyOf: null }), noUsage)

describe('the usage of a path', () => {
  it('adds up, and a turn without usage changes nothing', () => {
    const { inputTokens, outputTokens, costUsd, answers } = after([
      { inputTokens: 10, outputTokens: 3, costUsd: 0.5 },
      null,
      { inputTokens: 20, costUsd: 0.25 },
    ])
    assert.deepEqual(
      { inputTokens, outputTokens, costUsd, answers },
      { inputTokens: 30, outputTokens: 3, costUsd: 0.75, answers: 2 },
    )
  })

  it('counts an answer once, with the largest that any part says, also when another stands between', () => {
    const part = (answerId: string, outputTokens: number) => ({ answerId, inputTokens: 100, outputTokens })
    const sums = after([part('a', 5), null, part('a', 9), part('b', 2), part('a', 7)])
    assert.deepEqual([sums.inputTokens, sums.outputTokens, sums.answers], [200, 11, 2])
  })

  it('counts no copies', () => {
    assert.equal(usageAfter(noUsage, { usage: { inputTokens: 1 }, copyOf: 'o' }), noUsage)
  })

  it('lies in a store as it was', () => {
    const count = fc.option(fc.nat(1e9), { nil: null })
    const usage = fc.record({
      inputTokens: count,
      outputTokens: count,
      cacheReadTokens: count,
      cacheWriteTokens: count,
      costUsd: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null }),
      answerId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: null }),
    })
    fc.assert(
      fc.property(fc.array(fc.option(usage, { nil: null }), { maxLength: 12 }), (usages) => {
        const sums = after(usages)
        const packed = packUsage(sums)
        const back = unpackUsage(
          packed === undefined ? undefined : (JSON.parse(JSON.stringify(packed)) as typeof packed),
        )
        assert.deepEqual(back, sums)
        assert.ok(sums.answers <= usages.length && sums.recent.length <= 4)
      }),
    )
  })
})
