import type { Past } from './names.ts'
import type { Known } from './rows.ts'
import type { Tree } from './stretches.ts'
import { startsOf } from './stretches.ts'

/** What a node that is marked is. */
export type Sign = 'HEAD' | 'CHECKPOINT' | 'FORK' | Past

/** A node that somebody may look for, as the API knows it. */
export interface Sought {
  readonly id: string
  /** How many nodes lie before it on its path. */
  readonly depth: number
  /** A leaf below it, or itself; null where none is known. */
  readonly leaf: string | null
  readonly signs: readonly Sign[]
}

/** Where a node lies in a tree. */
export interface NodePlace {
  readonly id: string
  readonly stretch: number
  /** How many nodes of its stretch lie before it. */
  readonly offset: number
  readonly signs: readonly Sign[]
}

/** Returns where nodes lie in a tree, as far as it is loaded: on the way up from a leaf below them, the head on its path. */
export function placesOf(tree: Tree, targets: readonly Sought[]): readonly NodePlace[] {
  const starts = startsOf(tree)
  const ends = new Map(tree.map(({ last }, at) => [last, at]))
  const holds = (at: number, depth: number): boolean => {
    const start = starts[at] ?? 0
    return start <= depth && depth < start + (tree[at]?.length ?? 0)
  }
  return targets.flatMap(({ id, depth, leaf, signs }) => {
    const isHead = signs.includes('HEAD')
    let at = isHead
      ? tree.findIndex(({ onHeadPath }, each) => onHeadPath && holds(each, depth))
      : ((leaf === null ? undefined : ends.get(leaf)) ?? -1)
    while (at >= 0 && !holds(at, depth)) at = tree[at]?.parent ?? -1
    // What was inherited is a single line.
    if (at < 0) at = tree.findIndex(({ inherited }, each) => inherited && holds(each, depth))
    return at < 0 ? [] : [{ id, stretch: at, offset: depth - (starts[at] ?? 0), signs }]
  })
}

/** Where the head stands: so far into a stretch, which may go on behind it. */
export interface HeadPlace {
  /** The stretch's first node. */
  readonly first: string
  readonly offset: number
}

/** Returns where the head stands; null where that is not loaded, and at the empty path. */
export function headIn(tree: Tree, places: readonly NodePlace[]): HeadPlace | null {
  const head = places.find(({ signs }) => signs.includes('HEAD'))
  return head ? { first: tree[head.stretch]?.first ?? '', offset: head.offset } : null
}

/** Returns places as nodes that rows show one by one. */
export function knownOf(tree: Tree, places: readonly NodePlace[]): Known {
  const known = new Map<string, Map<number, string>>()
  for (const { id, stretch, offset } of places) {
    const { first } = tree[stretch] ?? { first: '' }
    known.set(first, (known.get(first) ?? new Map<number, string>()).set(offset, id))
  }
  return known
}
