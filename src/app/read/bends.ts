import { isJoin, isMarker, namedBends } from '../../domain/context/bends.ts'
import { holding, ruleOf, type Hiding, type MarkerRule } from '../../domain/context/markers.ts'
import type { ObservationId, TreeNode } from '../../domain/model.ts'
import { nodeAt, asTreeNode } from './paths.ts'
import type { Reads } from './reads.ts'

/** What is known of a node at which a stretch ends: enough to count on from it. */
export interface Edge {
  readonly depth: number
  readonly entries: number
  readonly turns: number
  /** Depth at which the tool group begins that it stands in; null outside one. */
  readonly groupStart: number | null
}

/** What must be known of a bend to read its path: no content, so thousands of them can be kept. */
export interface KnownBend extends MarkerRule, Edge {
  readonly id: ObservationId
  /** A marker or a join: it parts no tool group, so nothing around it has to be mended. */
  readonly isAside: boolean
  /** The other parents of a join. */
  readonly joined: readonly ObservationId[]
  /** The depth from which on it may change what is shown: where the tool group begins that it stands in or ends. */
  readonly from: number
  /** Where the stretches end that it hides or keeps, and the nodes above them. */
  readonly edges: readonly Edge[]
}

/** The bends of a path, root first, and what the markers among them still hide. */
export interface Bends {
  readonly all: readonly KnownBend[]
  readonly holds: readonly Hiding[]
}
const noBends: Bends = { all: [], holds: [] }

/**
 * Returns all bends of a path, from its nearest one on. Each names many others, so they are few reads; and
 * since a path never changes they are kept in the process: of a path with one bend more only that is read.
 */
export async function bendsOf(reads: Reads, id: ObservationId | null): Promise<Bends> {
  if (id === null) return noBends
  const stored = keptBends(reads, id)
  if (stored) return stored
  const last = asTreeNode(await reads.observation(id))
  if (last === null) return noBends
  const bends = await withAbove(reads, last)
  reads.cached.set(keyOf(id), bends)
  return bends
}

const keyOf = (id: ObservationId) => `bends ${id}`
const keptBends = (reads: Reads, id: ObservationId) => reads.cached.get(keyOf(id)) as Bends | undefined

async function withAbove(reads: Reads, last: TreeNode): Promise<Bends> {
  const above = last.place.bend?.near.at(-1) ?? last.place.bend?.far[0] ?? null
  const known = above === null ? noBends : keptBends(reads, above)
  if (known) return withBend(known, await knownBend(reads, last))
  const nodes = await allAbove(reads, last)
  const all = await Promise.all(nodes.map((node) => knownBend(reads, node)))
  return { all, holds: holding(all) }
}

function withBend({ all, holds }: Bends, bend: KnownBend): Bends {
  const { hiding, cancels } = bend
  const hidings = cancels === null ? holds : holds.filter(({ id }) => id !== cancels)
  return { all: [...all, bend], holds: hiding === null ? hidings : [...hidings, hiding] }
}

async function allAbove(reads: Reads, last: TreeNode): Promise<TreeNode[]> {
  const results = new Map([[last.id, last]])
  for (let nodes = [last]; nodes.length > 0;) {
    const ids = new Set(nodes.flatMap(namedBends).filter((id) => !results.has(id)))
    const read = await Promise.all([...ids].map(async (id) => asTreeNode(await reads.observation(id))))
    nodes = read.filter((node) => node !== null)
    for (const node of nodes) results.set(node.id, node)
  }
  return [...results.values()].sort((a, b) => a.place.depth - b.place.depth)
}

async function knownBend(reads: Reads, node: TreeNode): Promise<KnownBend> {
  const rule = ruleOf(node)
  const spans = rule.hiding ? [rule.hiding.span, ...rule.hiding.keep] : []
  const depths = new Set(spans.flatMap(({ from, to }) => [from - 1, to]))
  const isAside = isMarker(node) || isJoin(node)
  const [above, ...edges] = await Promise.all([
    isAside ? null : parentOf(reads, node),
    ...[...depths].map((depth) => nodeAt(reads, node, 'depth', depth)),
  ])
  const from = Math.min(node.place.depth, above?.place.groupStart ?? Infinity)
  const known = edges.flatMap((edge) => (edge ? [edgeAt(edge)] : []))
  const joined = node.place.otherParents
  return { ...rule, ...edgeAt(node), id: node.id, isAside, joined, from, edges: known }
}

async function parentOf(reads: Reads, { place }: TreeNode): Promise<TreeNode | null> {
  return place.parentId === null ? null : asTreeNode(await reads.observation(place.parentId))
}

/** Returns what is known of a node as the end of a stretch. */
export function edgeAt({ place: { depth, entries, turns, groupStart } }: TreeNode): Edge {
  return { depth, entries, turns, groupStart }
}
