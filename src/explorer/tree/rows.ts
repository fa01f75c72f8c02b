import type { Placed } from './fold.ts'
import type { Lines, Tree } from './stretches.ts'

/** A line of the log: a node, nodes that are not shown one by one, or leaves that are folded into one. */
export interface Row {
  readonly key: string
  readonly kind: 'NODE' | 'MORE' | 'ALIKE'
  readonly stretch: number
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

/** By stretch's first node: those of its nodes right before its last one that were asked for. */
export type Shown = ReadonlyMap<string, readonly string[]>

/** Returns the rows of what is in sight: of a stretch its first and its last node, between them those that were asked for. */
export function rows(tree: Tree, { sides }: Lines, placed: readonly Placed[], shown: Shown): readonly Row[] {
  return placed.flatMap(({ stretch, level, hidden }) => {
    const { first, last, length, alike } = tree[stretch] ?? nothing
    const inner = length > 2 ? (shown.get(first) ?? []).slice(-(length - 2)) : []
    const more = Math.max(length - 2 - inner.length, 0)
    const row = (kind: Row['kind'], key: string, observation: string | null, nodes: number): Row => {
      return { key, kind, stretch, observation, nodes, level, isOpen: null, hidden: 0 }
    }
    const found = [
      row('NODE', first, first, 1),
      ...(more > 0 ? [row('MORE', `more ${first}`, null, more)] : []),
      ...inner.map((id) => row('NODE', id, id, 1)),
      ...(length > 1 ? [row('NODE', last ?? `last ${first}`, last, 1)] : []),
      ...(alike > 0 ? [row('ALIKE', `alike ${first}`, null, alike)] : []),
    ]
    const end = found.findLastIndex(({ kind }) => kind === 'NODE')
    if ((sides[stretch]?.length ?? 0) === 0) return found
    return found.map((each, at) =>
      at === end ? { ...each, isOpen: hidden === 0, hidden, nodes: each.nodes + hidden } : each,
    )
  })
}
const nothing = { first: '', last: null, length: 0, alike: 0 }

/** Returns the row that holds the line from which this one parts; the first where there is none. */
export function rowAbove(all: readonly Row[], at: number): number {
  const level = all[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above -= 1) if ((all[above]?.level ?? 1) < level) return above
  return 0
}

/** Returns, by row, which one it is of those beside it on its level, and how many these are. */
export function siblingsOf(all: readonly Row[]): readonly { readonly position: number; readonly size: number }[] {
  const groups: { size: number }[] = []
  const open: { size: number }[] = []
  const positions = all.map(({ level }) => {
    open.length = Math.min(open.length, level)
    while (open.length < level) {
      const group = { size: 0 }
      open.push(group)
    }
    const group = open[level - 1] ?? { size: 0 }
    group.size += 1
    groups.push(group)
    return group.size
  })
  return positions.map((position, at) => ({ position, size: groups[at]?.size ?? 1 }))
}
