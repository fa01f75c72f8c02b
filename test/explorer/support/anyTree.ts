import fc from '../../support/properties.ts'
import type { Tree } from '../../../src/explorer/tree/stretches.ts'

/** Any tree: each stretch goes on from an earlier one or is a root; one path is the head's. */
export const anyTree: fc.Arbitrary<Tree> = fc
  .array(fc.record({ up: fc.nat(), length: fc.integer({ min: 1, max: 9 }), alike: fc.nat(2), isRoot: fc.nat(9) }), {
    minLength: 1,
    maxLength: 60,
  })
  .chain((drawn) => fc.tuple(fc.constant(drawn), fc.nat(drawn.length - 1)))
  .map(([drawn, head]) => {
    const parents = drawn.map(({ up, isRoot }, at) => (at === 0 || isRoot === 0 ? -1 : up % at))
    const heads = new Set<number>()
    for (let at = head; at >= 0; at = parents[at] ?? -1) heads.add(at)
    return drawn.map(({ length, alike }, at) => ({
      first: `f${at}`,
      last: length === 1 ? `f${at}` : `l${at}`,
      parent: parents[at] ?? -1,
      length,
      parting: null,
      onHeadPath: heads.has(at),
      inherited: false,
      alike,
    }))
  })
