import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  checkRetainDays,
  keptSince,
  retentionMark,
  retentionOf,
  tenantDays,
} from '../../../src/domain/erasure/retention.ts'
import { instantOf, nanosecondsOf } from '../../../src/domain/instants.ts'

describe('how long content is kept', () => {
  it('is said by a conversation first, then by its tenant, and is for ever where neither says it', () => {
    assert.deepEqual(retentionOf({ retainDays: 7 }, 30), { days: 7, from: 'CONVERSATION' })
    assert.deepEqual(retentionOf({}, 30), { days: 30, from: 'TENANT' })
    assert.equal(retentionOf({ retainDays: 0 }, 30), null)
    assert.equal(retentionOf({}, null), null)
  })

  it('is a number above 0 in the mark of a tenant', () => {
    const of = (value: number | string | null) => tenantDays({ name: retentionMark, value })
    assert.deepEqual([of(30), of(0), of(-1), of('30'), of(null)], [30, null, null, null, null])
    assert.deepEqual([tenantDays(null), tenantDays(undefined)], [null, null])
  })

  it('is a whole number of days, at most a hundred years', () => {
    for (const days of [0, 1, 36_500]) checkRetainDays(days, 0)
    checkRetainDays(-1, -1)
    const refused = { code: 'BAD_INPUT', field: ['retainDays'] }
    for (const days of [-1, 1.5, 36_501, Number.NaN, Infinity])
      assert.throws(() => checkRetainDays(days, 0), refused, String(days))
    assert.throws(() => checkRetainDays(-2, -1), refused)
  })

  it('ends exactly so many days after what came in, and not before 1970', () => {
    assert.equal(keptSince('2026-03-01T12:00:00.000000001Z', 1), '2026-02-28T12:00:00.000000001Z')
    assert.equal(keptSince('1970-01-02T00:00:00.000000000Z', 36_500), '1970-01-01T00:00:00.000000000Z')
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 19n, max: 10n ** 20n }), fc.nat(36_500), (now, days) => {
        const since = nanosecondsOf(keptSince(instantOf(now), days))
        assert.equal(since, now - BigInt(days) * 86_400_000_000_000n)
      }),
    )
  })
})
