import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { createWays } from '../../../../src/app/backups/checks/ways.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'

/** `a<b` goes from a to b. */
function finish(drawn: string): void {
  const ways = createWays(memoryScratch(), 'entity', 'was merged into')
  drawn
    .split(' ')
    .filter((word) => word !== '')
    .forEach((word, k) => {
      const [from = '', to = ''] = word.split('<')
      ways.add(from, to, k + 1)
    })
  ways.finish()
}

describe('ways from one thing to the next', () => {
  it('may meet and may be long, and end somewhere', () => {
    for (const drawn of ['', 'a<b', 'a<b b<c', 'b<c a<b', 'a<x b<x x<y', 'a<gone'])
      assert.doesNotThrow(() => finish(drawn), drawn)
  })

  it('that come back to where they began are refused, with the line and the thing', () => {
    const refused = { code: 'BAD_INPUT', facts: { line: 1, kind: 'entity', id: 'a' } }
    assert.throws(() => finish('a<a'), refused)
    assert.throws(() => finish('a<b b<a'), refused)
    assert.throws(() => finish('x<y a<b b<c c<b'), { facts: { line: 2, kind: 'entity', id: 'b' } })
  })

  it('are refused exactly where something is reached from itself', () => {
    const steps = fc.uniqueArray(fc.tuple(fc.nat(6), fc.nat(6)), { selector: ([from]) => from, maxLength: 7 })
    fc.assert(
      fc.property(steps, (given) => {
        const next = new Map(given)
        const isCircle = [...next.keys()].some((start) => {
          let at = next.get(start)
          for (let k = 0; k < 8 && at !== undefined && at !== start; k++) at = next.get(at)
          return at === start
        })
        const drawn = given.map(([from, to]) => `n${from}<n${to}`).join(' ')
        if (isCircle) assert.throws(() => finish(drawn), { code: 'BAD_INPUT' })
        else finish(drawn)
      }),
    )
  })
})
