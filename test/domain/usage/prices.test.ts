import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UnpricedTokens } from '../../../src/domain/model.ts'
import { estimate, priceOf, takenOff, type Price } from '../../../src/domain/usage/prices.ts'

const price = (model: string, from: string, input: number | null, output: number | null = 10): Price => ({
  ...{ model, from, input, output, cacheRead: null, cacheWrite: 2, per: 1_000, currency: 'USD' },
})
const spent = (model: string, day: string, tokens: Partial<UnpricedTokens>): UnpricedTokens => ({
  ...{ model, day, answers: 1, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  ...tokens,
})

describe('the price of a model', () => {
  const table = [
    price('claude*', '2024-01-01', 1),
    price('claude-sonnet*', '2025-01-01', 3),
    price('claude-sonnet*', '2026-01-01', 4),
    price('claude-sonnet', '2025-01-01', 5),
    price('*', '2020-01-01', 9),
  ]
  const inputOf = (model: string, day: string) => priceOf(table, model, day)?.input

  it('is that of the longest name that fits, a whole name before a beginning', () => {
    assert.equal(inputOf('claude-sonnet-4-5', '2025-06-01'), 3)
    assert.equal(inputOf('claude-sonnet', '2025-06-01'), 5)
    assert.equal(inputOf('claude-opus', '2025-06-01'), 1)
    assert.equal(inputOf('gpt', '2025-06-01'), 9)
  })

  it('is that of its day, whatever came later', () => {
    assert.equal(inputOf('claude-sonnet-4', '2025-12-31'), 3)
    assert.equal(inputOf('claude-sonnet-4', '2026-01-01'), 4)
    assert.equal(inputOf('claude-sonnet-4', '2024-12-31'), 1)
    assert.equal(inputOf('gpt', '2019-12-31'), undefined)
  })
})

describe('an estimate', () => {
  it('adds tokens times the price of their kind and day', () => {
    const prices = [price('m', '2025-01-01', 1), price('m', '2026-01-01', 2)]
    const old = spent('m', '2025-05-05', { answers: 2, inputTokens: 1_000, outputTokens: 500 })
    const now = spent('m', '2026-05-05', { inputTokens: 1_000, cacheWriteTokens: 100 })
    assert.deepEqual(estimate(prices, [old, now]), { costUsd: 1 + 5 + 2 + 0.2, answers: 3 })
  })

  it('leaves out what has no price, tokens of a kind without one, and what names no tokens', () => {
    const prices = [price('m', '2025-01-01', 1)]
    const unknown = [
      spent('other', '2025-05-05', { inputTokens: 1_000 }),
      spent('m', '2024-05-05', { inputTokens: 1_000 }),
      spent('m', '2025-05-06', { inputTokens: 1_000, cacheReadTokens: 1 }),
      spent('m', '2025-05-07', {}),
    ]
    assert.deepEqual(estimate(prices, unknown), { costUsd: 0, answers: 0 })
    assert.deepEqual(estimate([], unknown), { costUsd: 0, answers: 0 })
  })

  it('of a whole without a part is that of the rest', () => {
    const prices = [price('m', '2025-01-01', 1)]
    const whole = spent('m', '2025-05-05', { answers: 3, inputTokens: 3_000, cacheReadTokens: 7 })
    const part = spent('m', '2025-05-05', { answers: 1, inputTokens: 1_000, cacheReadTokens: 7 })
    assert.deepEqual(estimate(prices, [whole, ...takenOff([part])]), { costUsd: 2, answers: 2 })
  })
})
