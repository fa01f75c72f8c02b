import type { Lines, Tree } from './stretches.ts'

/** A stretch in sight. */
export interface PlacedStretch {
  readonly stretch: number
  /** 1 for a root's line, one more for each line that another one parts from. */
  readonly level: number
  /** The nodes of the lines at its side that are folded away; 0 where none is. */
  readonly hidden: number
}

/**
 * Returns the stretches in the order in which they are read: a stretch, the lines that part from its end, then what its own line
 * goes on with. The lines that part from a folded one are left out, and counted.
 */
export function fold(tree: Tree, { roots, next, sides }: Lines, folded: ReadonlySet<string>): readonly PlacedStretch[] {
  const sizes = sizesOf(tree)
  const placed: PlacedStretch[] = []
  const open = roots.map((stretch) => ({ stretch, level: 1 })).reverse()
  for (let at = open.pop(); at; at = open.pop()) {
    const { stretch, level } = at
    const parted = sides[stretch] ?? []
    const isFolded = folded.has(tree[stretch]?.first ?? '')
    const hidden = isFolded ? parted.reduce((sum, side) => sum + (sizes[side] ?? 0), 0) : 0
    placed.push({ stretch, level, hidden })
    const after = next[stretch] ?? -1
    if (after >= 0) open.push({ stretch: after, level })
    if (!isFolded) for (const side of [...parted].reverse()) open.push({ stretch: side, level: level + 1 })
  }
  return placed
}

/** By stretch: the nodes of it and of all below it. */
function sizesOf(tree: Tree): Float64Array {
  const sizes = Float64Array.from(tree, ({ length, alike }) => length + alike)
  for (let at = tree.length - 1; at >= 0; at -= 1) {
    const parent = tree[at]?.parent ?? -1
    if (parent >= 0) sizes[parent] = (sizes[parent] ?? 0) + (sizes[at] ?? 0)
  }
  return sizes
}

/** Returns what to fold so that each line is a single one: all from which others part. */
export function everyFold(tree: Tree, { sides }: Lines): ReadonlySet<string> {
  return new Set(tree.flatMap(({ first }, at) => ((sides[at]?.length ?? 0) > 0 ? [first] : [])))
}

/** Returns a set with one name put in, or taken out where it was in. */
export function toggled(folded: ReadonlySet<string>, first: string): ReadonlySet<string> {
  const changed = new Set(folded)
  if (!changed.delete(first)) changed.add(first)
  return changed
}
