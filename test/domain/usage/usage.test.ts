import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storedUsage } from '../../../src/domain/usage/usage.ts'

it('usage is stored without what was not reported', () => {
  assert.deepEqual(storedUsage({ inputTokens: 1, costUsd: null, answerId: null }), { inputTokens: 1 })
  assert.deepEqual(storedUsage({ inputTokens: 0, costUsd: 0, answerId: '' }), {
    inputTokens: 0,
    costUsd: 0,
    answerId: '',
  })
})

it('usage of which nothing was reported stays usage, and none stays none', () => {
  assert.deepEqual(storedUsage({ inputTokens: null }), {})
  assert.equal(storedUsage(null), null)
})

it('usage without nulls is the same value', () => {
  const usage = { inputTokens: 1 }
  assert.equal(storedUsage(usage), usage)
})
