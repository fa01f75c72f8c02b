import assert from 'node:assert/strict'
import { it } from 'node:test'
import { comparedCost, costDifference, costLegend, costText, moneyText } from '../../../src/domain/usage/costText.ts'

const cost = (stated: number, estimated: number, unknown: number) => ({
  costUsd: stated > 0 ? stated : null,
  estimatedCostUsd: estimated > 0 ? estimated : null,
  pricedAnswers: stated > 0 ? 1 : 0,
  estimatedAnswers: estimated > 0 ? 1 : 0,
  answers: (stated > 0 ? 1 : 0) + (estimated > 0 ? 1 : 0) + unknown,
})

it('a cost says what of it is stated, estimated and unknown, and a legend explains the signs', () => {
  const costs = [cost(0, 0, 0), cost(1.5, 0, 0), cost(1.5, 0.2, 0), cost(0, 0.2, 1), cost(0, 0, 2)]
  const texts = costs.map(costText)
  assert.deepEqual(texts, ['', '$1.50', '$1.50 + ≈ $0.20', '≈ $0.20 + ?', 'unknown'])
  assert.deepEqual(
    [costLegend(texts.slice(0, 2)), costLegend(texts.slice(0, 3)), costLegend(texts)],
    [
      '',
      '≈ is estimated by your prices.\n',
      '≈ is estimated by your prices; + ? means that the cost of further answers is unknown.\n',
    ],
  )
})

it('the cost of a path of which no answer says what it used is unknown in a comparison, and never $0.00', () => {
  assert.equal(comparedCost(cost(0, 0, 0)), 'unknown')
  assert.equal(comparedCost({ ...cost(0, 0, 0), costUsd: 0, pricedAnswers: 1, answers: 1 }), '$0.00')
  assert.equal(costDifference(cost(0, 0, 0), cost(1, 0, 0)), 'unknown')
})

it('a difference of costs is known where both are', () => {
  assert.equal(costDifference(cost(2000, 0, 0), cost(1.5, 0, 0)), '-$1,998.50')
  assert.equal(costDifference(cost(1, 0, 0), cost(1, 0.5, 0)), '≈ +$0.50')
  assert.equal(costDifference(cost(1, 0, 0), cost(2, 0, 1)), 'unknown')
  assert.equal(moneyText(-0.0042), '-$0.0042')
})
