import assert from 'node:assert/strict'
import { it } from 'node:test'
import { estimatedCost, statedCost } from '../../../src/domain/usage/knownCost.ts'

it('the cost that answers state is null where none states one, and 0 where one states that', () => {
  const sums = [
    [0, 0],
    [1, 0],
    [2, 0.5],
    [0, 0.25],
    [0, 1e-17],
  ] as const
  const costs = sums.map(([pricedAnswers, costUsd]) => statedCost({ pricedAnswers, costUsd }))
  assert.deepEqual(costs, [null, 0, 0.5, 0.25, null])
})

it('the cost that prices estimate is null where no answer has a price, and 0 where its price is 0', () => {
  const estimates = [
    [0, 0],
    [1, 0],
    [2, 0.5],
    [0, 0.25],
  ] as const
  assert.deepEqual(
    estimates.map(([answers, costUsd]) => estimatedCost({ answers, costUsd })),
    [null, 0, 0.5, 0.25],
  )
})
