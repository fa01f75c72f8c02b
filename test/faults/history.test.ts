/** What judges the storms, judged: each way in which a list may go wrong is found, and a history in which none did is let pass. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../support/properties.ts'
import { randomFrom } from '../support/random.ts'
import { describeOnce } from '../support/stores.ts'
import { anomaliesOf, type Append, type ListHistory } from './storm/history.ts'

/** A list that is appended to by several at once, each append standing at a moment between its begin and its end. */
function historyOf(seed: number, count: number): { history: ListHistory; final: string[] } {
  const { below } = randomFrom(seed)
  const moments = Array.from({ length: count }, (_, n) => 10 * (n + 1))
  const final = moments.map((_, n) => `e${n}`)
  const appends = moments.map((at, n): Append => ({
    element: `e${n}`,
    began: at - below(25) - 1,
    ended: below(9) === 0 ? null : at + below(25) + 1,
  }))
  const reads = moments
    .filter((_, n) => n % 3 === 0)
    .map((at) => {
      const length = at / 10
      return { length, tail: final.slice(Math.max(0, length - 4), length), began: at + 1, ended: at + 2 }
    })
  // Some that nobody was told of, and that never came to be.
  return { history: { appends: [...appends, { element: 'none', began: 5, ended: null }], reads }, final }
}

const found = (history: ListHistory, final: readonly string[]) => anomaliesOf(history, final).join('; ')

describeOnce('the judge of list histories', () => {
  it('lets pass what may have happened one after the other', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 40 }), (seed, count) => {
        const { history, final } = historyOf(seed, count)
        assert.deepEqual(anomaliesOf(history, final), [])
      }),
    )
  })

  it('finds what is lost, doubled, from nowhere or in another order', () => {
    const { history, final } = historyOf(7, 30)
    const acknowledged = history.appends.find(({ ended }) => ended !== null)?.element ?? ''
    const without = final.filter((element) => element !== acknowledged)
    assert.match(found(history, without), new RegExp(`lost: ${acknowledged}\\b`))
    assert.match(found(history, [...final, 'e3']), /doubled: e3/)
    assert.match(found(history, [...final, 'strange']), /from nowhere: strange/)
    const last = final.at(-1) ?? ''
    assert.match(found({ ...history, reads: [] }, [last, ...final.slice(0, -1)]), /stands before/)
  })

  it('finds a read that is no prefix, and one that is behind what was acknowledged', () => {
    const appends = ['a', 'b'].map((element, n) => ({ element, began: 10 * n, ended: 10 * n + 5 }))
    const read = (tail: string[]) => ({ appends, reads: [{ length: tail.length, tail, began: 20, ended: 21 }] })
    assert.equal(found(read(['a', 'b']), ['a', 'b']), '')
    assert.match(found(read(['b', 'a']), ['a', 'b']), /no prefix/)
    assert.match(found(read(['a', 'b', 'c']), ['a', 'b']), /no prefix/)
    assert.match(found(read(['a']), ['a', 'b']), /lacks b/)
  })
})
