import assert from 'node:assert/strict'
import { it } from 'node:test'
import { spentRows } from '../../src/cli/stats/stats.ts'

const none = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: null,
  answers: 0,
  pricedAnswers: 0,
  estimatedCostUsd: null,
  estimatedAnswers: 0,
  unpricedAnswers: 0,
}

it('stats tell what answers cost, by whom and with what', () => {
  const usage = {
    ...none,
    inputTokens: 12,
    outputTokens: 3,
    cacheReadTokens: 4,
    costUsd: 1.5,
    answers: 2,
    pricedAnswers: 2,
  }
  const models = [
    { key: 'large', totals: usage },
    { key: '', totals: usage },
  ]
  const tools = [
    { name: 'read', calls: 3, errors: 1 },
    { name: 'write\nall', calls: 1, errors: 0 },
  ]
  assert.deepEqual(spentRows({ usage, models, tools }), [
    ['tokens', '12 sent, 4 cached, 3 answered, in 2 answers'],
    ['cost', '$1.50 stated for 2 answers'],
    ['models', 'large (15 tokens)'],
    ['tools', 'read (3, 1 failed), write all (1)'],
  ])
})

it('stats tell apart what is stated, estimated and unknown', () => {
  const costIn = (costs: object) => spentRows({ usage: { ...none, answers: 9, ...costs }, models: [], tools: [] })
  const stated = { costUsd: 1.5, pricedAnswers: 6 }
  const estimated = { estimatedCostUsd: 0.00123, estimatedAnswers: 1 }
  assert.deepEqual(costIn({ ...stated, unpricedAnswers: 3 }), [['cost', '$1.50 stated for 6 answers, 3 unknown']])
  assert.deepEqual(costIn({ ...stated, ...estimated, unpricedAnswers: 2 }), [
    ['cost', '$1.50 stated for 6 answers, about $0.0012 by your prices for 1 answer, 2 unknown'],
  ])
  assert.deepEqual(costIn({ unpricedAnswers: 9 }), [['cost', 'unknown: no answer states one']])
})

it('stats tell nothing of it where nobody said what was used', () => {
  assert.deepEqual(spentRows({ usage: none, models: [], tools: [] }), [])
})
