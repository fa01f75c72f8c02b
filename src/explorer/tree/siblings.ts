/** Returns, by row, which one it is of those beside it on its level, and how many these are. */
export function siblingsOf(
  all: readonly { readonly level: number }[],
): readonly { readonly position: number; readonly size: number }[] {
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
