import assert from 'node:assert/strict'
import { it } from 'node:test'
import { turnEstimate } from '../../../src/app/prices/turnEstimate.ts'
import type { Usage } from '../../../src/domain/model.ts'
import { pricesMark, type Price } from '../../../src/domain/usage/prices.ts'
import { fakeScope } from '../../support/fakes.ts'

const price: Price = {
  model: 'm*',
  from: '2026-01-01',
  input: 2,
  output: 10,
  cacheRead: null,
  cacheWrite: null,
  per: 1_000_000,
  currency: 'USD',
}
const estimate = (usage: Usage | null, model: string | null = 'm1', day = '2026-01-02', prices = [price]) => {
  const importMarks = () => Promise.resolve([{ name: pricesMark, value: prices }])
  const scope = fakeScope({ store: { importMarks } })
  return turnEstimate(scope, { usage, model, observedAt: `${day}T00:00:00.000000000Z` })
}

it('a turn would have cost what the prices of its model and day make of its tokens', async () => {
  assert.equal(await estimate({ inputTokens: 1_000_000, outputTokens: 500_000 }), 7)
  assert.equal(await estimate({ inputTokens: 0, outputTokens: 100_000 }), 1)
})

it('a turn that states its cost, or whose price is not known, has no estimate', async () => {
  const tokens = { inputTokens: 1_000_000 }
  assert.equal(await estimate(null), null)
  assert.equal(await estimate({ ...tokens, costUsd: 0 }), null)
  assert.equal(await estimate(tokens, 'other'), null)
  assert.equal(await estimate(tokens, null), null)
  assert.equal(await estimate(tokens, 'm1', '2025-12-31'), null)
  assert.equal(await estimate({ ...tokens, cacheReadTokens: 1 }), null, 'a kind of its tokens has no price')
  assert.equal(await estimate(tokens, 'm1', '2026-01-02', []), null)
})
