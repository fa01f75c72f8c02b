import assert from 'node:assert/strict'
import { it } from 'node:test'
import { spentRows } from '../../src/cli/stats/stats.ts'

const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0, answers: 0 }

it('stats tell what answers cost, by whom and with what', () => {
  const usage = { ...none, inputTokens: 12, outputTokens: 3, cacheReadTokens: 4, costUsd: 1.5, answers: 2 }
  const models = [
    { key: 'large', totals: usage },
    { key: '', totals: usage },
  ]
  const tools = [
    { name: 'read', calls: 3, errors: 1 },
    { name: 'write\nall', calls: 1, errors: 0 },
  ]
  assert.deepEqual(spentRows({ usage, models, tools, answersWithoutCost: 0 }), [
    ['tokens', '12 sent, 4 cached, 3 answered, in 2 answers'],
    ['cost', '$1.50'],
    ['models', 'large (15 tokens)'],
    ['tools', 'read (3, 1 failed), write all (1)'],
  ])
})

it('stats name the answers that state no cost, which is unknown and not 0', () => {
  const costIn = (costUsd: number, answersWithoutCost: number) =>
    spentRows({ usage: { ...none, costUsd, answers: 9 }, models: [], tools: [], answersWithoutCost })
  assert.deepEqual(costIn(1.5, 3), [['cost', '$1.50; of 3 more answers unknown']])
  assert.deepEqual(costIn(0.00123, 1), [['cost', '$0.0012; of 1 more answer unknown']])
  assert.deepEqual(costIn(0, 9), [['cost', 'unknown: no answer states one']])
})

it('stats tell nothing of it where nobody said what was used', () => {
  assert.deepEqual(spentRows({ usage: none, models: [], tools: [], answersWithoutCost: 0 }), [])
})
