import { rest, SmallSteps, type Resting } from '../../breaths.ts'
import type { Entries } from '../long/recordValue.ts'
import { asList, asObject, asText } from '../values.ts'

/** A node with the links that it names itself. */
export interface TreePlace {
  readonly id: string
  readonly parent: string | null
  readonly children: readonly string[]
}

/** What the nodes of a format call their parent and their children. */
export interface LinkNames {
  readonly parent: 'parent' | 'parentId'
  readonly children: 'children' | 'childrenIds'
}

/** The nodes of a map in the order of their tree, and the parent of each. */
export interface LinkedTree {
  readonly order: readonly string[]
  readonly parentOf: (id: string) => string | null
}

/** Returns the tree of a map's nodes, where a link that only one end names counts. */
export function* linkedTree(nodes: Entries, names: LinkNames): Resting<LinkedTree> {
  const parents = yield* parentsOf(placesIn(nodes, names))
  const parentOf = (id: string) => parents.get(id) ?? null
  return { order: yield* treeOrder(placesIn(nodes, names, parentOf)), parentOf }
}

/** Yields the place of each node of a map, its parent as it names it unless that is known better; null for what is no node. */
export function* placesIn(
  nodes: Entries,
  names: LinkNames,
  parentOf?: (id: string) => string | null,
): Iterable<TreePlace | null> {
  for (const id of nodes.keys()) {
    const node = asObject(nodes.get(id))
    if (node === null) yield null
    else {
      const children = asList(node[names.children]).flatMap((child) => asText(child) ?? [])
      yield { id, parent: parentOf ? parentOf(id) : asText(node[names.parent]), children }
    }
  }
}

/**
 * Returns the parents of nodes: the one that a node names, else the one that lists it among its children, where the file
 * has it. So a link that only one end names counts.
 */
export function* parentsOf(places: Iterable<TreePlace | null>): Resting<ReadonlyMap<string, string | null>> {
  const steps = new SmallSteps()
  const parents = new Map<string, string | null>()
  const listed = new Map<string, string>()
  for (const place of places) {
    if (steps.areMany()) yield rest
    if (place === null) continue
    const { id, parent, children } = place
    parents.set(id, parent)
    for (const child of children) {
      if (child !== id && !listed.has(child)) listed.set(child, id)
      if (steps.areMany()) yield rest
    }
  }
  for (const [id, parent] of parents) {
    const other = listed.get(id)
    if (steps.areMany()) yield rest
    if (other === undefined || (parent !== null && parents.has(parent))) continue
    if (!isBelow(parents, other, id)) parents.set(id, other)
    if (steps.areMany(looked)) yield rest
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
export function* treeOrder(places: Iterable<TreePlace | null>): Resting<string[]> {
  const steps = new SmallSteps()
  const known = new Numbers()
  const parents: (number | null)[] = []
  const listed: number[][] = []
  const nodes: number[] = []
  for (const place of places) {
    if (steps.areMany(1 + (place?.children.length ?? 0))) yield rest
    if (place === null) continue
    const { id, parent, children } = place
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
  for (const node of nodes) {
    if (steps.areMany()) yield rest
    for (const child of listed[node] ?? []) {
      if (parents[child] === node) hang(child)
      if (steps.areMany()) yield rest
    }
  }
  for (const node of nodes) {
    hang(node)
    if (steps.areMany()) yield rest
  }
  const ordered = new Set<number>()
  for (const root of nodes) {
    if (steps.areMany()) yield rest
    if (hung.has(root)) continue
    const open = [root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (steps.areMany()) yield rest
      if (ordered.has(node)) continue
      ordered.add(node)
      // A node may have more children than a call takes arguments.
      for (const child of (below[node] ?? []).reverse()) open.push(child)
    }
  }
  const names: string[] = []
  for (const node of nodes) ordered.add(node)
  for (const node of ordered) {
    names.push(known.name(node))
    if (steps.areMany()) yield rest
  }
  return names
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
