import type { TreeNode } from '../model.ts'

type Placed = Pick<TreeNode, 'erased'> & { readonly place: Pick<TreeNode['place'], 'groupStart'> }

/** Returns where the tool groups of a path begin in which something was erased. */
export function erasedGroups(path: Iterable<Placed>): ReadonlySet<number> {
  const groups = new Set<number>()
  for (const { erased, place } of path)
    if (erased !== undefined && place.groupStart !== null) groups.add(place.groupStart)
  return groups
}

/** Says whether a node was erased, or stands in such a group. */
export function isInErased({ erased, place }: Placed, groups: ReadonlySet<number>): boolean {
  return erased !== undefined || (place.groupStart !== null && groups.has(place.groupStart))
}
