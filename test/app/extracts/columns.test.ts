import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { estimatedBy, nothingSpent, spentCells, spentColumns, weekOf } from '../../../src/app/extracts/columns.ts'

const spent = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, costUsd: 0.5 }

describe('the cells of what was spent', () => {
  it('say where the cost is from, and have none where none is stated', () => {
    assert.deepEqual(spentCells(spent, 0.5, null), [1, 2, 3, 4, 0.5, 'STATED', null])
    assert.deepEqual(spentCells(spent, null, 0.7), [1, 2, 3, 4, null, 'ESTIMATED', 0.7])
    assert.deepEqual(spentCells(spent, null, 0), [1, 2, 3, 4, null, 'ESTIMATED', 0])
    assert.deepEqual(spentCells(spent, null, null), [1, 2, 3, 4, null, 'UNKNOWN', null])
    assert.deepEqual(nothingSpent({ ...spent, costUsd: 0 }), [1, 2, 3, 4, null, null, null])
  })

  it('are as many as their columns', () => {
    for (const cells of [spentCells(spent, 0.5, 1), nothingSpent(spent)])
      assert.equal(cells.length, spentColumns.length)
  })
})

it('a cost is estimated by the price table, and by nothing where that has no price', () => {
  const unpriced = {
    model: 'm',
    day: '2026-01-01',
    answers: 1,
    inputTokens: 1_000_000,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  }
  assert.equal(estimatedBy([], [unpriced]), null)
  assert.equal(estimatedBy([], []), null)
})

describe('the week of a day', () => {
  it('is its Monday, over months and years', () => {
    const days = ['1970-01-01', '2026-03-01', '2026-03-02', '2026-01-04', '1969-12-28']
    assert.deepEqual(days.map(weekOf), ['1969-12-29', '2026-02-23', '2026-03-02', '2025-12-29', '1969-12-22'])
  })

  it('is a Monday at most six days before', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const text = date.toISOString().slice(0, 10)
        const monday = weekOf(text)
        const days = (Date.parse(text) - Date.parse(monday)) / 86_400_000
        assert.ok(days >= 0 && days <= 6)
        assert.equal(new Date(monday).getUTCDay(), 1)
      }),
    )
  })
})
