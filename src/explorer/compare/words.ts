import { diffWordsWithSpace } from 'diff'

/** A piece of two texts: in both, in the first alone, or in the second alone. */
export interface Piece {
  readonly text: string
  readonly side: 'both' | 'base' | 'target'
}

/** Beyond this, comparing words would hold the page up. */
const longest = 40_000

/** Returns how two texts differ, word by word; very long ones as wholes. */
export function wordsBetween(base: string, target: string): readonly Piece[] {
  if (base.length + target.length > longest) {
    return [
      { text: base, side: 'base' },
      { text: target, side: 'target' },
    ]
  }
  return diffWordsWithSpace(base, target).map(({ value, added, removed }) => {
    return { text: value, side: added ? 'target' : removed ? 'base' : 'both' }
  })
}
