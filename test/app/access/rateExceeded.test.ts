import assert from 'node:assert/strict'
import { it } from 'node:test'
import { RateExceeded } from '../../../src/app/access/rateExceeded.ts'

it('who asks too much is told in milliseconds and in whole seconds when to come again, never too early', () => {
  const seconds = [1, 999, 1000, 1001, 59_999].map((ms) => {
    const refused = new RateExceeded(ms)
    assert.deepEqual([refused.code, refused.details], ['RATE_LIMITED', { retryAfterMs: ms }])
    return refused.retryAfter
  })
  assert.deepEqual(seconds, ['1', '1', '1', '2', '60'])
})
