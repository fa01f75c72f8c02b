/** A node with the links that it names itself. */
export interface TreePlace {
  readonly id: string
  readonly parent: string | null
  readonly children: readonly string[]
}

/**
 * Returns the parents of nodes: the one that a node names, else the one that lists it among its children, where the file
 * has it. So a link that only one end names counts.
 */
export function parentsOf(places: Iterable<TreePlace>): ReadonlyMap<string, string | null> {
  const parents = new Map<string, string | null>()
  const listed = new Map<string, string>()
  for (const { id, parent, children } of places) {
    parents.set(id, parent)
    for (const child of children) if (child !== id && !listed.has(child)) listed.set(child, id)
  }
  for (const [id, parent] of parents) {
    const other = listed.get(id)
    if (other !== undefined && (parent === null || !parents.has(parent)) && !isBelow(parents, other, id))
      parents.set(id, other)
  }
  return parents
}

/** Circles that are longer are found where nodes are placed. */
const looked = 100

/** Says whether a node stands shortly below another one, or is it: a link upwards would be a circle. */
function isBelow(parents: ReadonlyMap<string, string | null>, node: string, above: string): boolean {
  let at: string | null = node
  for (let hops = 0; at !== null && at !== above && hops < looked; hops++) at = parents.get(at) ?? null
  return at === above
}

/**
 * Returns ids with parents before their children and siblings in the order in which their parent lists them. What no
 * root leads to comes last, as it stood. Who is whose child is said by the child; its parent says in which order.
 */
export function treeOrder(places: Iterable<TreePlace>): string[] {
  const known = new Numbers()
  const parents: (number | null)[] = []
  const listed: number[][] = []
  const nodes: number[] = []
  for (const { id, parent, children } of places) {
    const node = known.of(id)
    nodes.push(node)
    parents[node] = parent === null ? null : known.of(parent)
    if (children.length > 0) listed[node] = children.map((child) => known.of(child))
  }
  const isNode = new Set(nodes)
  const below: number[][] = []
  const hung = new Set<number>()
  const hang = (child: number): void => {
    const parent = parents[child]
    if (parent == null || hung.has(child) || !isNode.has(parent)) return
    hung.add(child)
    ;(below[parent] ??= []).push(child)
  }
  for (const node of nodes) for (const child of listed[node] ?? []) if (parents[child] === node) hang(child)
  for (const node of nodes) hang(node)
  const ordered = new Set<number>()
  for (const root of nodes) {
    if (hung.has(root)) continue
    const open = [root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (ordered.has(node)) continue
      ordered.add(node)
      // A node may have more children than a call takes arguments.
      for (const child of (below[node] ?? []).reverse()) open.push(child)
    }
  }
  for (const node of nodes) ordered.add(node)
  return Array.from(ordered, (node) => known.name(node))
}

/** Numbers for ids, which take less room than the ids again. */
class Numbers {
  private readonly names: string[] = []
  private readonly numbers = new Map<string, number>()

  of(name: string): number {
    const number = this.numbers.get(name) ?? this.names.push(name) - 1
    if (number === this.names.length - 1) this.numbers.set(name, number)
    return number
  }

  name(number: number): string {
    return this.names[number] ?? ''
  }
}
