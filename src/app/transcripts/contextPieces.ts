import { isMarker, namedBends } from '../../domain/bends.ts'
import type { Piece } from '../../domain/contextView.ts'
import { holding, shownOf, type Shown } from '../../domain/markers.ts'
import { mended, shownTurn, type Item } from '../../domain/mending.ts'
import type { ObservationId, Span, TreeNode } from '../../domain/model.ts'
import { noPairs } from '../../domain/toolPairs.ts'
import { nodeAt, nodesOf, treeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'

/** The path that is read, with what is known of it. */
interface Path {
  readonly reads: Reads
  readonly head: TreeNode
  /** Root first. */
  readonly bends: readonly TreeNode[]
}

/**
 * Returns what CONTEXT is made of on the path to a node: stretches whose entries are shown as they stand, and around
 * each bend what mending makes of the turns there. Nodes between bends are not read.
 */
export async function contextPieces(reads: Reads, head: TreeNode): Promise<Piece[]> {
  const { bendId, entries } = head.place
  if (bendId === null) return entries === 0 ? [] : [{ kind: 'nodes', from: 1, to: entries }]
  const path: Path = { reads, head, bends: await bendsOf(reads, bendId) }
  const shown = shownOn(path)
  const beginning = await beginningOf(path, shown)
  const parts = shown.map(async (part) => (part.kind === 'summary' ? [part] : itemsOf(path, part, beginning)))
  return mended((await Promise.all(parts)).flat())
}

/** Returns what the markers of the path to a node show of it, in depths. */
export async function shownParts(reads: Reads, head: TreeNode): Promise<Shown[]> {
  const { bendId } = head.place
  return shownOn({ reads, head, bends: bendId === null ? [] : await bendsOf(reads, bendId) })
}

function shownOn({ head, bends }: Path): Shown[] {
  return shownOf(holding(bends), { from: 0, to: head.place.depth })
}

/** All bends of a path, root first, from its nearest one on: in few reads, since each names many others. */
async function bendsOf(reads: Reads, id: ObservationId): Promise<TreeNode[]> {
  const found = new Map<ObservationId, TreeNode>()
  for (let ids = [id]; ids.length > 0;) {
    const nodes = await Promise.all(ids.map(async (one) => treeNode(await reads.observation(one))))
    for (const node of nodes) if (node) found.set(node.id, node)
    ids = [...new Set(nodes.flatMap((node) => (node ? namedBends(node) : [])))].filter((one) => !found.has(one))
  }
  return [...found.values()].sort((a, b) => a.place.depth - b.place.depth)
}

/** A stretch that is shown, with the node above it and its last one. */
interface Range extends Span {
  readonly above: TreeNode | null
  readonly end: TreeNode | null
}

/** The items of a stretch that is shown: turns one by one in the windows around its bends, its other entries at once. */
async function itemsOf(path: Path, { from, to }: Span, beginning: readonly Span[]): Promise<Item[]> {
  const edges = await Promise.all([from - 1, to].map((depth) => nodeAt(path.reads, path.head, 'depth', depth)))
  const range: Range = { from, to, above: edges[0] ?? null, end: edges[1] ?? null }
  const windows = joined([...(await windowsIn(path, range)), ...beginning.filter((one) => isIn(one.from, range))])
  const loaded = await Promise.all(windows.map((window) => windowNodes(path, window)))
  const items: Item[] = []
  let shown = range.above?.place.entries ?? 0
  for (const { before, nodes } of loaded) {
    items.push(...stretch(shown + 1, before?.place.entries ?? 0), ...turnsOf(nodes, before))
    shown = nodes.at(-1)?.place.entries ?? shown
  }
  return [...items, ...stretch(shown + 1, range.end?.place.entries ?? 0)]
}

async function windowNodes({ reads, head }: Path, { from, to }: Span) {
  const nodes = await nodesOf(reads, head, 'depth', Math.max(0, from - 1), to)
  return from === 0 ? { before: null, nodes } : { before: nodes[0] ?? null, nodes: nodes.slice(1) }
}

const stretch = (from: number, to: number): Piece[] => (from > to ? [] : [{ kind: 'nodes', from, to }])

function turnsOf(nodes: readonly TreeNode[], before: TreeNode | null): Item[] {
  return nodes.flatMap((node, i) => {
    const state = (i === 0 ? before : nodes[i - 1])?.place ?? noPairs
    return node.kind === 'TURN' ? [shownTurn(node, state)] : []
  })
}

/** The tool groups around the bends of a stretch, and those that its ends part. */
async function windowsIn(path: Path, range: Range): Promise<Span[]> {
  const { above, end } = range
  const bends = path.bends.filter((bend) => !isMarker(bend) && isIn(bend.place.depth, range))
  const windows = bends.map((bend) => windowAround(path, bend, range))
  if (above && above.place.groupStart !== null) windows.push(windowBelow(path, above, range))
  const start = end && end.id !== path.head.id ? end.place.groupStart : null
  if (start !== null) windows.push(Promise.resolve({ from: Math.max(range.from, start), to: range.to }))
  return (await Promise.all(windows)).filter(({ from, to }) => from <= to)
}

async function windowAround(path: Path, bend: TreeNode, range: Span): Promise<Span> {
  const { parentId, depth } = bend.place
  const above = parentId === null ? null : treeNode(await path.reads.observation(parentId))
  const from = Math.min(depth, above?.place.groupStart ?? depth)
  return { from: Math.max(range.from, from), to: Math.min(range.to, await groupEnd(path, bend)) }
}

/** What a stretch begins with of a group that began above it. */
async function windowBelow(path: Path, above: TreeNode, range: Span): Promise<Span> {
  return { from: range.from, to: Math.min(range.to, await groupEnd(path, above)) }
}

const chunk = 32

/** The depth at which the tool group of a node ends on the path; its own where it stands in none. */
async function groupEnd({ reads, head }: Path, { place }: TreeNode): Promise<number> {
  if (place.groupStart === null) return place.depth
  for (let depth = place.depth; ; depth += chunk) {
    const nodes = await nodesOf(reads, head, 'depth', depth + 1, depth + chunk)
    const outside = nodes.find((node) => node.place.groupStart !== place.groupStart)
    if (outside) return outside.place.depth - 1
    if (nodes.length < chunk) return head.place.depth
  }
}

/** Where the first turns stand that tell what a model would be shown first: up to one that is surely shown. */
async function beginningOf(path: Path, shown: readonly Shown[]): Promise<Span[]> {
  const known = new Set(path.bends.map(({ id }) => id))
  const windows: Span[] = []
  for (const part of shown) {
    if (part.kind === 'summary') return windows
    for (let from = part.from; from <= part.to; from += chunk) {
      const last = Math.min(part.to, from + chunk - 1)
      const nodes = await nodesOf(path.reads, path.head, 'depth', from, last)
      const first = nodes.find(({ id, place }) => place.turn !== null && !known.has(id))
      windows.push({ from, to: first ? Math.min(part.to, await groupEnd(path, first)) : last })
      if (first) return windows
    }
  }
  return windows
}

const isIn = (depth: number, { from, to }: Span) => depth >= from && depth <= to

/** Windows by rising depth, those joined that touch. */
function joined(windows: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const window of [...windows].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && window.from <= last.to + 1) found.splice(-1, 1, { from: last.from, to: Math.max(last.to, window.to) })
    else found.push(window)
  }
  return found
}
