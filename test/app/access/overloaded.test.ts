import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Overloaded } from '../../../src/app/access/overloaded.ts'

it('who is refused for load is told how much is taken at once, and when to come again', () => {
  const refused = new Overloaded('The server', 12, 'requests')
  assert.deepEqual([refused.code, refused.details], ['OVERLOADED', { limit: 12 }])
  assert.match(refused.retryAfter, /^[1-9]\d*$/)
  assert.match(refused.message, /^The server has 12 requests, .*Nothing of this was done/)
})
