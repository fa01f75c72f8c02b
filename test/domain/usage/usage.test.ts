import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storedUsage, believableUsage, isUsage, mostOfAnswer } from '../../../src/domain/usage/usage.ts'
import { counterNames, plus } from '../../../src/domain/usage/counters.ts'

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

it('what an answer took is finite, not negative, and no more than any answer takes', () => {
  for (const name of counterNames) {
    for (const value of [0, 1, mostOfAnswer[name]]) assert.ok(isUsage(name, value), `${name} ${value}`)
    for (const value of [-1, -1e-9, mostOfAnswer[name] + 1, 1e308, Infinity, -Infinity, NaN])
      assert.ok(!isUsage(name, value), `${name} ${value}`)
  }
  assert.ok(isUsage('costUsd', 0.000001))
  assert.ok(!isUsage('inputTokens', 0.5))
})

it('what cannot be so is left out of what others report, and the rest is believed', () => {
  const sound = { inputTokens: 5, costUsd: 0.1, answerId: 'a' }
  assert.equal(believableUsage(sound), sound)
  assert.equal(believableUsage(null), null)
  assert.deepEqual(believableUsage({ ...sound, costUsd: 1e308 }), { inputTokens: 5, answerId: 'a' })
  assert.deepEqual(believableUsage({ ...sound, inputTokens: -1 }), { costUsd: 0.1, answerId: 'a' })
  assert.deepEqual(believableUsage({ inputTokens: null, costUsd: Number.NaN }), { inputTokens: null })
})

it('sums of the largest answers stay numbers that a store and a client can hold', () => {
  const most = plus(mostOfAnswer, mostOfAnswer)
  for (const name of counterNames) assert.ok(most[name] <= Number.MAX_SAFE_INTEGER, name)
})
