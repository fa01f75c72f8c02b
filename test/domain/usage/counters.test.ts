import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  counterNames,
  counters,
  countersOf,
  largestOf,
  minus,
  noCounters,
  packCounters,
  plus,
  unpackCounters,
} from '../../../src/domain/usage/counters.ts'

describe('counters of tokens and cost', () => {
  const one = counters((name) => counterNames.indexOf(name) + 1)
  const other = counters((name) => (name === 'costUsd' ? 0.5 : 3))

  it('are each added, taken away and compared by themselves', () => {
    assert.deepEqual(packCounters(plus(one, other)), [4, 5, 6, 7, 5.5])
    assert.deepEqual(minus(plus(one, other), other), one)
    assert.deepEqual(packCounters(largestOf(one, other)), [3, 3, 3, 4, 5])
  })

  it('are 0 where usage says nothing', () => {
    assert.deepEqual(countersOf({ outputTokens: 7, inputTokens: null }), { ...noCounters, outputTokens: 7 })
  })

  it('come out of numbers in the order in which they went in; a number that is missing is 0', () => {
    assert.deepEqual(unpackCounters(packCounters(one)), one)
    assert.deepEqual(unpackCounters([1]), { ...noCounters, inputTokens: 1 })
  })
})
