import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pointOf } from '../../../src/cli/actions/point.ts'
import fc from '../../support/properties.ts'

describe('a place that a word names', () => {
  it('is the empty path where the word is start', () => assert.deepEqual(pointOf('start'), { start: true }))

  it('is a turn where the word is a number, also one that the server will refuse', () => {
    assert.deepEqual(pointOf('12'), { turn: 12 })
    assert.deepEqual(pointOf('0'), { turn: 0 })
    assert.deepEqual(pointOf('-3'), { turn: -3 })
  })

  it('is a message where the word has a colon, else an observation', () => {
    assert.deepEqual(pointOf('trip:u1'), { messageId: 'trip:u1' })
    assert.deepEqual(pointOf('über:1'), { messageId: 'über:1' })
    assert.deepEqual(pointOf('01a2053a-28d1-713d-b0d8-8a9a5ed1dc72'), {
      observationId: '01a2053a-28d1-713d-b0d8-8a9a5ed1dc72',
    })
    assert.deepEqual(pointOf('1.5'), { observationId: '1.5' })
  })

  it('is no turn where a number is longer than any turn has', () => {
    assert.deepEqual(pointOf('999999999'), { turn: 999_999_999 })
    assert.deepEqual(pointOf('1234567890'), { observationId: '1234567890' })
  })

  it('is refused where nothing is named', () => {
    for (const text of ['', ' ', '\t\n'])
      assert.throws(() => pointOf(text), {
        code: 'commander.invalidArgument',
        message: /turn number, "start", a message id/,
      })
  })

  it('is one place of one kind for any word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        (text) => {
          const values = Object.values(pointOf(text))
          assert.deepEqual(values.map(String), [/^-?\d{1,9}$/.test(text) ? String(Number(text)) : text])
        },
      ),
    )
  })
})
