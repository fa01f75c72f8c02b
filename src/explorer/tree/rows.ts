import type { PlacedStretch } from './fold.ts'
import type { Lines, Stretch, Tree } from './stretches.ts'

/** A line of the log: a node, nodes that are not shown one by one, or leaves that are folded into one. */
export interface Row {
  readonly key: string
  readonly kind: 'NODE' | 'MORE' | 'ALIKE'
  readonly stretch: number
  /** How many nodes of its stretch lie before it. */
  readonly offset: number
  /** The node; null where the row is several. */
  readonly observation: string | null
  /** How many nodes it stands for, those that are folded away at its side too. */
  readonly nodes: number
  readonly level: number
  /** Whether lines part from it; null where none does. */
  readonly isOpen: boolean | null
  /** Nodes of the lines at its side that are folded away. */
  readonly hidden: number
}

/** By stretch's first node: those of its nodes that are known, by how many of its nodes lie before them. */
export type Known = ReadonlyMap<string, ReadonlyMap<number, string>>

/** Returns the rows of what is in sight: of a stretch its first and its last node, between them those that are known. */
export function rows(tree: Tree, { sides }: Lines, placed: readonly PlacedStretch[], known: Known): readonly Row[] {
  return placed.flatMap(({ stretch, level, hidden }) => {
    const own = tree[stretch]
    if (!own) return []
    const row = (kind: Row['kind'], key: string, offset: number, observation: string | null, nodes: number): Row => {
      return { key, kind, stretch, offset, observation, nodes, level, isOpen: null, hidden: 0 }
    }
    const results: Row[] = []
    let next = 0
    for (const [offset, id] of nodesOf(own, known.get(own.first))) {
      if (offset > next) results.push(row('MORE', `more ${own.first} ${offset}`, next, null, offset - next))
      results.push(row('NODE', id ?? `last ${own.first}`, offset, id, 1))
      next = offset + 1
    }
    const end = results.length - 1
    if (own.alike > 0) results.push(row('ALIKE', `alike ${own.first}`, next, null, own.alike))
    if ((sides[stretch]?.length ?? 0) === 0) return results
    return results.map((each, at) =>
      at === end ? { ...each, isOpen: hidden === 0, hidden, nodes: each.nodes + hidden } : each,
    )
  })
}

/** The nodes of a stretch that are shown one by one, by how many lie before them. */
function nodesOf(
  { first, last, length }: Stretch,
  inner: ReadonlyMap<number, string> | undefined,
): readonly (readonly [number, string | null])[] {
  const between = [...(inner ?? [])].filter(([offset]) => offset > 0 && offset < length - 1).sort(([a], [b]) => a - b)
  return [[0, first], ...between, ...(length > 1 ? [[length - 1, last] as const] : [])]
}

/** Returns what is known in either. */
export function together(a: Known, b: Known): Known {
  const all = new Map(a)
  for (const [first, inner] of b) all.set(first, new Map([...(all.get(first) ?? []), ...inner]))
  return all
}

/** Returns the row that holds the line from which this one parts; the first where there is none. */
export function rowAbove(all: readonly Row[], at: number): number {
  const level = all[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above -= 1) if ((all[above]?.level ?? 1) < level) return above
  return 0
}
