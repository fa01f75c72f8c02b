import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { emptyEnd, endAfter, omissionsOf, type Counted } from '../../../src/domain/records/runEnds.ts'

/** `r` is of the run, `n` of none, `o` of another one. */
const nodes = (drawn: string, from = 0): Counted[] =>
  drawn.split('').map((sign, k) => ({
    id: `${from + k}`,
    depth: from + k,
    as: sign === 'r' ? 'RUN' : sign === 'n' ? 'NONE' : 'OTHER',
  }))
const end = (drawn: string) => {
  const { depth, leftOut } = endAfter(emptyEnd, nodes(drawn))
  return [depth, leftOut]
}

describe('a fork at a completed run', () => {
  it('goes as far as the last turn of the run, with those of no run up to there', () => {
    assert.deepEqual(end('nrrn'), [2, null])
    assert.deepEqual(end('nn'), [-1, null])
    assert.deepEqual(end(''), [-1, null])
  })

  it('leaves out the turns of other runs, of which it knows the first', () => {
    assert.deepEqual(end('norro'), [3, 1])
    assert.deepEqual(end('roo'), [0, null])
  })

  it('is the same whether the path is looked at whole or in two parts', () => {
    const drawn = fc.string({ unit: fc.constantFrom('r', 'n', 'o'), maxLength: 12 })
    fc.assert(
      fc.property(drawn, fc.string({ unit: fc.constantFrom('r', 'n'), maxLength: 6 }), (below, above) => {
        const whole = endAfter(emptyEnd, nodes(above + below))
        assert.deepEqual(endAfter(endAfter(emptyEnd, nodes(above)), nodes(below, above.length)), whole)
      }),
    )
  })
})

describe('the omissions of a copied stretch', () => {
  it('are for each completion the first turn of a later run above its end', () => {
    const sequenced = [1, 2, null, 1, 2].map((seq, depth) => ({ depth, seq }))
    const ends = [
      { seq: 1, depth: 3 },
      { seq: 2, depth: 4 },
    ]
    assert.deepEqual(
      omissionsOf(sequenced, ends),
      new Map([
        [2, null],
        [1, 1],
      ]),
    )
    assert.deepEqual(omissionsOf([], []), new Map())
  })

  it('are what each end would say by itself', () => {
    const drawn = fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }), { maxLength: 12 })
    fc.assert(
      fc.property(drawn, (seqs) => {
        const sequenced = seqs.map((seq, depth) => ({ depth, seq }))
        const present = [...new Set(seqs)].filter((seq) => seq !== null)
        const ends = present.map((seq) => ({ seq, depth: seqs.lastIndexOf(seq) }))
        const plain = ends.map(({ seq, depth }) => {
          const first = sequenced.find((one) => one.seq !== null && one.seq > seq && one.depth < depth)
          return [seq, first?.depth ?? null] as const
        })
        assert.deepEqual(omissionsOf(sequenced, ends), new Map(plain))
      }),
    )
  })
})
