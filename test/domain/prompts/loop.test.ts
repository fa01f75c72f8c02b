import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  countsBetween,
  gapMs,
  longestGapMs,
  noCounts,
  noLoop,
  sum,
  toolsOf,
  type LoopCounts,
} from '../../../src/domain/prompts/loop.ts'
import { rowsOf } from '../../../src/domain/prompts/rows.ts'
import { anyPath, call, pathOf, text, turn } from './support.ts'

describe('the sum of stretches', () => {
  it('is the same however they are folded', () => {
    fc.assert(
      fc.property(anyPath, (said) => {
        const loops = rowsOf(pathOf(said)).map(({ loop }) => loop)
        const left = loops.reduce(sum, noLoop)
        assert.deepEqual(
          loops.reduceRight((after, before) => sum(before, after), noLoop),
          left,
        )
      }),
    )
  })

  it('takes of a pause five minutes, and cuts a strip that is too long', () => {
    const path = pathOf([turn('USER', text('Go')), ...Array.from({ length: 250 }, () => turn('ASSISTANT', call('a')))])
    const [row] = rowsOf(path)
    assert.equal(row?.loop.strip.length, 200)
    assert.equal(row.loop.activeMs, 250 * 60_000)
    const late = {
      ...row.loop,
      startedAt: '2026-02-01T00:00:00.000Z',
      endedAt: '2026-02-01T00:00:00.000Z',
      activeMs: 0,
    }
    assert.equal(sum(row.loop, late).activeMs, 255 * 60_000)
  })
})

const counts = (turns: number, costUsd: number): LoopCounts => ({
  ...{ turns, calls: 2 * turns, failures: 1, declined: 0, notes: 3 },
  usage: { ...noCounts.usage, inputTokens: 5 * turns, costUsd, answers: turns, pricedAnswers: 1 },
})

describe('what is counted between two places of a path', () => {
  it('is the end less the beginning, and all of the end where nothing is before it', () => {
    assert.deepEqual(countsBetween(null, counts(3, 0.3)), counts(3, 0.3))
    const between = countsBetween(counts(1, 0.1), counts(3, 0.3))
    assert.deepEqual([between.turns, between.calls, between.notes, between.usage.inputTokens], [2, 4, 0, 10])
    assert.equal(between.usage.costUsd, 0.2, 'without digits that nobody named')
  })

  it('is nothing where both are one place', () => {
    assert.deepEqual(countsBetween(counts(4, 0.7), counts(4, 0.7)), noCounts)
  })
})

it('tools are listed once each, most calls first, ties by name', () => {
  const tool = (name: string, calls: number, errors = 0) => ({ name, calls, errors })
  assert.deepEqual(toolsOf([]), [])
  const all = [tool('read', 1), tool('bash', 1, 1), tool('edit', 2), tool('read', 1, 1), tool('bash', 1)]
  assert.deepEqual(toolsOf(all), [tool('bash', 2, 1), tool('edit', 2), tool('read', 2, 1)])
})

it('a gap is at most five minutes, and none where its order is unknown or reversed', () => {
  const [at, later, muchLater] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01.5Z', '2026-01-02T00:00:00Z']
  assert.deepEqual(
    [gapMs(at, later), gapMs(at, muchLater), gapMs(later, at), gapMs(null, at), gapMs(at, null)],
    [1500, longestGapMs, 0, 0, 0],
  )
})
