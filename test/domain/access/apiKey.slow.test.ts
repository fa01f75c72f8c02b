import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hasExpired } from '../../../src/domain/access/apiKey.ts'

it('a key expires at its time, to the millisecond, and one without a time never', () => {
  const expiresAt = '2026-01-01T00:00:00.500000000Z'
  const at = Date.parse('2026-01-01T00:00:00.500Z')
  assert.deepEqual(
    [-1, 0, 1].map((more) => hasExpired({ expiresAt }, at + more)),
    [false, true, true],
  )
  assert.equal(hasExpired({ expiresAt: null }, Number.MAX_SAFE_INTEGER), false)
})
