/** Why a stretch begins; null for the only root. */
export type Parting = 'BRANCH' | 'VERSION' | 'PARALLEL' | 'ROOT' | null

/** A straight part of a tree: what is between two partings. */
export interface Stretch {
  /** The observation that it begins with. */
  readonly first: string
  /** The one that it ends with, where that is known. */
  readonly last: string | null
  /** The place in the tree of the stretch that it goes on from; -1 for a root. It always comes before. */
  readonly parent: number
  readonly length: number
  readonly parting: Parting
  readonly onHeadPath: boolean
  readonly inherited: boolean
  /** So many more leaves of the same parting are folded into it. */
  readonly alike: number
}

/** A whole tree or its begin: newest leaf first, and what lies above a leaf before it. */
export type Tree = readonly Stretch[]

/** One line of `GET /tree/ID`: a column for each member. */
interface Columns {
  readonly first: readonly string[]
  readonly after: readonly (number | null)[]
  readonly length: readonly number[]
  readonly kind: readonly Parting[]
  readonly flags: readonly number[]
  readonly alike: readonly number[]
}

/** Returns the stretches of one line of `GET /tree/ID`. */
export function fromColumns(line: string): Tree {
  const { first, after, length, kind, flags, alike } = JSON.parse(line) as Columns
  return first.map((id, at) => ({
    first: id,
    last: null,
    parent: after[at] ?? -1,
    length: length[at] ?? 1,
    parting: kind[at] ?? null,
    onHeadPath: ((flags[at] ?? 0) & 1) !== 0,
    inherited: ((flags[at] ?? 0) & 2) !== 0,
    alike: alike[at] ?? 0,
  }))
}

/** A stretch, as the API returns it. */
export interface StretchRow extends Omit<Stretch, 'first' | 'last' | 'parent' | 'parting'> {
  readonly first: { readonly id: string }
  readonly last: { readonly id: string }
  readonly after?: { readonly id: string } | null | undefined
  readonly parting?: Parting | undefined
}

/** Returns the tree that stretches of the API make. */
export function fromTold(events: readonly StretchRow[]): Tree {
  const ends = new Map<string, number>()
  return events.map(({ first, last, after, length, parting, onHeadPath, inherited, alike }, at) => {
    ends.set(last.id, at)
    const parent = after ? (ends.get(after.id) ?? -1) : -1
    return { first: first.id, last: last.id, parent, length, parting: parting ?? null, onHeadPath, inherited, alike }
  })
}

/** Returns how many nodes a tree has, folded leaves too. */
export function nodeCount(tree: Tree): number {
  return tree.reduce((sum, { length, alike }) => sum + length + alike, 0)
}

/** How the stretches of a tree go on: along one line as far as it goes, with others at its side. */
export interface Lines {
  readonly roots: readonly number[]
  /** By stretch: the one that its line goes on with; -1 where it ends. */
  readonly next: Int32Array
  /** By stretch: those that part from its end. */
  readonly sides: readonly (readonly number[])[]
}

/** Returns the lines of a tree: the head's path is one, anywhere else the newest leaf's. */
export function linesOf(tree: Tree): Lines {
  const next = new Int32Array(tree.length).fill(-1)
  const sides: number[][] = tree.map(() => [])
  const roots: number[] = []
  tree.forEach(({ parent, onHeadPath }, at) => {
    const before = next[parent] ?? -1
    if (parent < 0) roots.push(at)
    else if (before < 0) next[parent] = at
    else if (onHeadPath) {
      next[parent] = at
      sides[parent]?.unshift(before)
    } else sides[parent]?.push(at)
  })
  return { roots, next, sides }
}

/** Returns, by stretch, how many nodes lie before it on its path. */
export function startsOf(tree: Tree): Int32Array {
  const starts = new Int32Array(tree.length)
  tree.forEach(({ parent }, at) => {
    starts[at] = parent < 0 ? 0 : (starts[parent] ?? 0) + (tree[parent]?.length ?? 0)
  })
  return starts
}

/** Returns what begins with a stretch, as a tree of its own; the whole where there is no such stretch. */
export function below(tree: Tree, first: string): Tree {
  const top = tree.findIndex((stretch) => stretch.first === first)
  if (top < 0) return tree
  const places = new Map([[top, 0]])
  const results: Stretch[] = [{ ...(tree[top] as Stretch), parent: -1 }]
  for (let at = top + 1; at < tree.length; at += 1) {
    const stretch = tree[at] as Stretch
    const parent = places.get(stretch.parent)
    if (parent === undefined) continue
    places.set(at, results.length)
    results.push({ ...stretch, parent })
  }
  return results
}
