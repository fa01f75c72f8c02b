/**
 * Returns ids with parents before their children and siblings in the order in which their parent lists them. What no
 * root leads to comes last, as it stood.
 */
export function treeOrder(
  ids: readonly string[],
  parentOf: (id: string) => string | null,
  childrenOf: (id: string) => readonly string[],
): string[] {
  const known = new Set(ids)
  const children = listed(ids, known, parentOf, childrenOf)
  const ordered = new Set<string>()
  const isRoot = (id: string) => !known.has(parentOf(id) ?? '')
  for (const root of ids.filter(isRoot)) {
    const open = [root]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (ordered.has(id)) continue
      ordered.add(id)
      open.push(...[...(children.get(id) ?? [])].reverse())
    }
  }
  return [...ordered, ...ids.filter((id) => !ordered.has(id))]
}

/** Who is whose child is said by the child; its parent says in which order. */
function listed(
  ids: readonly string[],
  known: ReadonlySet<string>,
  parentOf: (id: string) => string | null,
  childrenOf: (id: string) => readonly string[],
): Map<string, Set<string>> {
  const children = new Map<string, Set<string>>()
  const add = (parent: string | null, child: string) => {
    if (parent === null || !known.has(parent)) return
    children.set(parent, (children.get(parent) ?? new Set()).add(child))
  }
  for (const id of ids)
    for (const child of childrenOf(id)) if (known.has(child) && parentOf(child) === id) add(id, child)
  for (const id of ids) add(parentOf(id), id)
  return children
}
