import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seenBefore } from '../../../../../src/storage/sqlite/reading/observationCache/seenBefore.ts'

describe('the memory of what was given before', () => {
  it('knows what was given just before, and by whom', () => {
    const isSecond = seenBefore(1_000)
    assert.deepEqual(
      [isSecond('t', 'a'), isSecond('t', 'a'), isSecond('u', 'a'), isSecond('t', 'b'), isSecond('', '')],
      [false, true, false, false, false],
    )
  })

  it('forgets what came before many others, and knows most of few', () => {
    const isSecond = seenBefore(1_024)
    const given = (names: number, from: string) =>
      Array.from({ length: names }, (_, k) => isSecond('t', `${from} ${k}`)).filter(Boolean).length
    assert.equal(given(100, 'few'), 0)
    assert.ok(given(100, 'few') > 80)
    given(20_000, 'many')
    assert.ok(given(100, 'few') < 5)
  })
})
