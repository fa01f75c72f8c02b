import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FailureCode } from '../../src/client/failureCodes.ts'
import type { Failure } from '../../src/client/failures.ts'
import { createTroubles } from '../../src/watch/troubles.ts'

const failure = (code: FailureCode, message: string = code): Failure => ({ code, message, details: null })

it('a file that cannot be read is named once, and again after it could be', () => {
  const said: string[] = []
  const troubles = createTroubles(({ message }) => said.push(message))
  troubles.unreadable('a', failure('FILE_UNUSABLE'))
  troubles.unreadable('a', failure('FILE_UNUSABLE'))
  troubles.done('a')
  troubles.unreadable('a', failure('FILE_UNUSABLE'))
  assert.equal(said.length, 2)
})

it('a file that is refused is named once and waits longer each time', () => {
  const said: string[] = []
  const troubles = createTroubles(({ message }) => said.push(message))
  const refused = failure('BAD_INPUT')
  assert.equal(troubles.refused('a', refused, failure('BAD_INPUT', 'a: no')), false)
  const first = troubles.notBefore('a')
  for (let times = 0; times < 20; times++) troubles.refused('a', refused, refused)
  assert.ok(first > Date.now() && troubles.notBefore('a') > first + 60_000)
  assert.ok(troubles.notBefore('a') <= Date.now() + 5 * 60_000)
  assert.deepEqual(said, ['a: no'])
  assert.deepEqual([troubles.notBefore('b'), troubles.pausedUntil], [0, 0])
  troubles.done('a')
  assert.equal(troubles.notBefore('a'), 0)
})

it('everything waits while the store or the server is away', () => {
  const said: string[] = []
  const troubles = createTroubles(({ message }) => said.push(message))
  const away = failure('UNREACHABLE')
  assert.equal(troubles.refused('a', away, away), true)
  assert.equal(troubles.refused('b', away, away), true)
  assert.deepEqual([said, troubles.notBefore('a')], [['UNREACHABLE'], 0])
  assert.ok(troubles.pausedUntil > Date.now())
})
