import { lastUpTo, pieceList, type ContextPiece, type PieceList } from '../../domain/context/contextView.ts'
import { shownOf, type ContextSpan } from '../../domain/context/markers.ts'
import { mended, shownTurn, type Item } from '../../domain/context/mending.ts'
import type { Span, TreeNode } from '../../domain/model.ts'
import { noPairs } from '../../domain/context/toolPairs.ts'
import { bendsOf, edgeAt, type Bends, type Edge, type KnownBend } from '../read/bends.ts'
import { nodeAt, nodesOf } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'

/** The path that is read, with what is known of it. */
interface Path {
  readonly reads: Reads
  readonly head: TreeNode
  readonly bends: Bends
  /** Where stretches that markers name end, by depth. */
  readonly edges: ReadonlyMap<number, Edge>
}

/**
 * Returns what CONTEXT is made of on the path to a node: stretches whose entries are shown as they stand, and around
 * each bend what mending makes of the turns there. Nodes between bends are not read. What it comes to is kept in the
 * process for all that goes on from the last bend.
 */
export async function contextEntries(reads: Reads, head: TreeNode): Promise<PieceList> {
  const { bendId, entries } = head.place
  if (bendId === null) return pieceList(stretch(1, entries))
  const bends = await bendsOf(reads, bendId)
  const settled = await settledAt(reads, head, bends)
  const [going, exact] = [`context to ${settled.id}`, `context at ${head.id}`]
  const key = settled.entries < entries && reads.cached.get(going) ? going : exact
  const stored = reads.cached.get(key) as PieceList | undefined
  if (stored) return stored
  const pieces = await piecesOf(pathOf(reads, head, bends))
  const tail = pieces.at(-1)
  const goesOn = tail?.kind === 'nodes' && tail.from <= settled.entries + 1 && tail.to > settled.entries
  const list = pieceList(goesOn ? [...pieces.slice(0, -1), { ...tail, to: Infinity }] : pieces)
  reads.cached.set(goesOn ? going : exact, list)
  return list
}

/** Where the last bend's tool group ends on the path: nothing below changes what is shown above. */
async function settledAt(
  reads: Reads,
  head: TreeNode,
  { all }: Bends,
): Promise<{ readonly id: string; readonly entries: number }> {
  const last = all.at(-1)
  if (!last || last.groupStart === null) return last ?? { id: head.id, entries: head.place.entries }
  const node = await nodeAt(reads, head, 'depth', await groupEnd({ reads, head }, last))
  return { id: node?.id ?? last.id, entries: node?.place.entries ?? last.entries }
}

async function piecesOf(path: Path): Promise<ContextPiece[]> {
  const contextSpans = shownOn(path)
  const beginning = await beginningOf(path, contextSpans)
  const parts = contextSpans.map(async (part) => (part.kind === 'summary' ? [part] : itemsOf(path, part, beginning)))
  return mended((await Promise.all(parts)).flat())
}

/** Returns what the markers of the path to a node show of it, in depths. */
export async function shownParts(reads: Reads, head: TreeNode): Promise<ContextSpan[]> {
  return shownOn(pathOf(reads, head, await bendsOf(reads, head.place.bendId)))
}

function pathOf(reads: Reads, head: TreeNode, bends: Bends): Path {
  const edges = new Map(bends.all.flatMap((bend) => bend.edges.map((edge) => [edge.depth, edge] as const)))
  return { reads, head, bends, edges: edges.set(head.place.depth, edgeAt(head)) }
}

function shownOn({ head, bends }: Path): ContextSpan[] {
  return shownOf(bends.holds, { from: 0, to: head.place.depth })
}

/** A stretch that is shown, with the ends of what is above it and of itself. */
interface Range extends Span {
  readonly above: Edge | null
  readonly end: Edge | null
}

/** The items of a stretch that is shown: turns one by one in the windows around its bends, its other entries at once. */
async function itemsOf(path: Path, { from, to }: Span, beginning: readonly Span[]): Promise<Item[]> {
  const [above, end] = await Promise.all([edgeOf(path, from - 1), edgeOf(path, to)])
  const range: Range = { from, to, above, end }
  const windows = joined([...(await windowsIn(path, range)), ...beginning.filter((one) => isIn(one.from, range))])
  const loaded = await Promise.all(windows.map((window) => windowNodes(path, window)))
  const items: Item[] = []
  let counted = above?.entries ?? 0
  for (const { before, nodes } of loaded) {
    items.push(...stretch(counted + 1, before?.place.entries ?? 0), ...turnsOf(nodes, before))
    counted = nodes.at(-1)?.place.entries ?? counted
  }
  return [...items, ...stretch(counted + 1, end?.entries ?? 0)]
}

async function edgeOf({ reads, head, edges }: Path, depth: number): Promise<Edge | null> {
  if (depth < 0) return null
  const known = edges.get(depth)
  if (known) return known
  const node = await nodeAt(reads, head, 'depth', depth)
  return node && edgeAt(node)
}

async function windowNodes({ reads, head }: Path, { from, to }: Span) {
  const nodes = await nodesOf(reads, head, 'depth', Math.max(0, from - 1), to)
  return from === 0 ? { before: null, nodes } : { before: nodes[0] ?? null, nodes: nodes.slice(1) }
}

const stretch = (from: number, to: number): ContextPiece[] => (from > to ? [] : [{ kind: 'nodes', from, to }])

function turnsOf(nodes: readonly TreeNode[], before: TreeNode | null): Item[] {
  return nodes.flatMap((node, i) => {
    const state = (i === 0 ? before : nodes[i - 1])?.place ?? noPairs
    return node.kind === 'TURN' ? [shownTurn(node, state)] : []
  })
}

/** The tool groups around the bends of a stretch, and those that its ends part. */
async function windowsIn(path: Path, range: Range): Promise<Span[]> {
  const { above, end } = range
  const bends = bendsIn(path, range).map((bend) => windowAround(path, bend, range))
  if (above !== null && above.groupStart !== null) bends.push(windowBelow(path, above, range))
  const start = end && end.depth < path.head.place.depth ? end.groupStart : null
  if (start !== null) bends.push(Promise.resolve({ from: Math.max(range.from, start), to: range.to }))
  return (await Promise.all(bends)).filter(({ from, to }) => from <= to)
}

/** The broken pairs of a stretch. A join breaks none; a marker bends the path where its span ends, not where it stands. */
function bendsIn({ bends: { all } }: Path, range: Span): KnownBend[] {
  const first = 1 + lastUpTo(all.length, range.from - 1, (i) => (all[i] as KnownBend).depth)
  const last = lastUpTo(all.length, range.to, (i) => (all[i] as KnownBend).depth)
  return all.slice(first, last + 1).filter(({ isAside }) => !isAside)
}

async function windowAround(path: Path, bend: KnownBend, range: Span): Promise<Span> {
  return { from: Math.max(range.from, bend.from), to: Math.min(range.to, await groupEnd(path, bend)) }
}

/** What a stretch begins with of a group that began above it. */
async function windowBelow(path: Path, above: Edge, range: Span): Promise<Span> {
  return { from: range.from, to: Math.min(range.to, await groupEnd(path, above)) }
}

const chunk = 32

/** The depth at which the tool group of a node ends on the path; its own where it stands in none. */
async function groupEnd(
  { reads, head }: Pick<Path, 'reads' | 'head'>,
  { depth: at, groupStart }: Edge,
): Promise<number> {
  if (groupStart === null) return at
  for (let depth = at; ; depth += chunk) {
    const nodes = await nodesOf(reads, head, 'depth', depth + 1, depth + chunk)
    const outside = nodes.find((node) => node.place.groupStart !== groupStart)
    if (outside) return outside.place.depth - 1
    if (nodes.length < chunk) return head.place.depth
  }
}

/** Where the first turns stand that tell what a model would be shown first: up to one that is surely shown. */
async function beginningOf(path: Path, contextSpans: readonly ContextSpan[]): Promise<Span[]> {
  const known = new Set(path.bends.all.map(({ id }) => id))
  const windows: Span[] = []
  for (const part of contextSpans) {
    if (part.kind === 'summary') return windows
    for (let from = part.from; from <= part.to; from += chunk) {
      const last = Math.min(part.to, from + chunk - 1)
      const nodes = await nodesOf(path.reads, path.head, 'depth', from, last)
      const first = nodes.find(({ id, place }) => place.turn !== null && !known.has(id))
      windows.push({ from, to: first ? Math.min(part.to, await groupEnd(path, edgeAt(first))) : last })
      if (first) return windows
    }
  }
  return windows
}

const isIn = (depth: number, { from, to }: Span) => depth >= from && depth <= to

/** Windows by rising depth, those joined that touch. */
function joined(windows: readonly Span[]): Span[] {
  const spans: Span[] = []
  for (const window of [...windows].sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1)
    if (last && window.from <= last.to + 1) spans.splice(-1, 1, { from: last.from, to: Math.max(last.to, window.to) })
    else spans.push(window)
  }
  return spans
}
