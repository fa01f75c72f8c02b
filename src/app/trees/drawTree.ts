import { draw } from '../../domain/tree/draw.ts'
import { counted, type Merged, type DrawnRun, type TreeFormat } from '../../domain/tree/drawing.ts'
import type { Conversation, Observation, ObservationId, Segment, TreeNode } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { bendsOf } from '../read/bends.ts'
import { worth } from '../read/budget.ts'
import type { Scope } from '../scope.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { forkPoint, isOnPath, nodeAt, treeNode } from '../read/paths.ts'
import { labelsOf } from '../conversations/labels.ts'
import { checkpointsOf, type Checkpoints } from './checkpoints.ts'
import { asDrawn, unfoldStretches, type Lines } from './unfold.ts'

/** A line of the drawing: a segment, or the inherited path, from its first depth to its end. */
interface Line {
  readonly end: TreeNode
  readonly from: number
  /** Segments that leave it, by the depth at which they do. */
  readonly sides: ReadonlyMap<number, readonly Segment[]>
  /** Depths of nodes that have names. */
  readonly named: readonly number[]
  /** How many of its joins are drawn at most: those nearest to its end. */
  readonly mostJoins: number
}

export interface DrawOptions {
  readonly format: TreeFormat
  /** The most nodes to draw; null: all that there are. */
  readonly maxNodes: number | null
  /** Whether straight stretches are drawn node by node, as far as the most nodes allow. */
  readonly unfold: boolean
}

/** Returns a conversation's tree as text, Mermaid or Graphviz: what it recorded and the path that it inherited. */
export async function drawTree(
  scope: Scope,
  conversation: Conversation,
  { format, maxNodes, unfold }: DrawOptions,
): Promise<string> {
  if (maxNodes !== null && (maxNodes < 1 || maxNodes > 10_000))
    throw badInput('"maxNodes" must be from 1 to 10000.', { maxNodes }, ['maxNodes'])
  const most = maxNodes ?? Infinity
  const tips = await newestTips(scope, conversation.id, Math.ceil(most / 2))
  const segments = await Promise.all(tips.map((tip) => scope.reads.segmentNow(treeNode(tip)?.place.segmentId ?? '')))
  const checkpoints = await checkpointsOf(scope, conversation, Math.ceil(Math.min(most, mostNamed) / 2))
  scope.budget.spend(checkpoints.nodes.length * worth.drawn)
  const lines: Lines = new Map()
  const mostJoins = Math.ceil(Math.min(most, mostNamed) / (4 * Math.max(1, segments.length)))
  const stretches = await stretchesOf(scope, conversation, segments, { checkpoints, lines, mostJoins })
  if (unfold) await unfoldStretches(scope, stretches, lines, most)
  const { shape } = conversation
  const title = `${(await labelsOf(scope, conversation)).title} (${conversation.id}): ${counted(shape.nodes, 'node', 'nodes')}, ${counted(shape.leaves, 'leaf', 'leaves')}, ${counted(shape.branchPoints, 'branch point', 'branch points')}`
  return draw(
    {
      title,
      roots: stretches,
      headId: conversation.headId,
      checkpoints: checkpoints.names,
      omitted: Math.max(0, shape.leaves - Math.max(1, tips.length)),
      merged: await mergedAt(scope, stretches),
    },
    format,
  )
}

/** Each page is paid for before the next one is asked for. */
async function newestTips(scope: Scope, owner: string, most: number): Promise<Observation[]> {
  const found: Observation[] = []
  for (let after: ListKey | null = null; found.length < most;) {
    const limit = Math.min(tipsAtOnce, most - found.length)
    const page: Observation[] = await scope.reads.list({ list: 'tips', owner, after, limit })
    scope.budget.spend(page.length * worth.drawn)
    found.push(...page)
    const last = page.at(-1)
    if (page.length < limit || !last) break
    after = { sort: last.ingestedAt, id: last.id }
  }
  return found
}
const tipsAtOnce = 1000
/** Twice the places whose names are looked for at most, where all nodes are drawn. */
const mostNamed = 10_000

async function stretchesOf(
  scope: Scope,
  conversation: Conversation,
  segments: readonly Segment[],
  { checkpoints: { nodes }, lines, mostJoins }: { checkpoints: Checkpoints; lines: Lines; mostJoins: number },
): Promise<DrawnRun[]> {
  const own = new Map(segments.map((segment) => [segment.id, segment]))
  const leaving = new Map<string, Segment[]>()
  const roots: Segment[] = []
  for (const segment of [...segments].reverse()) {
    if (segment.exit === null) roots.push(segment)
    else push(leaving, own.has(segment.exit.segmentId) ? segment.exit.segmentId : inheritedLine, segment)
  }
  const sides = (line: string) => byDepth(leaving.get(line) ?? [])
  const stretchOfSegment = async (segment: Segment): Promise<DrawnRun> => {
    const end = treeNode(await scope.reads.observation(segment.tipId)) as TreeNode
    const from = (segment.exit?.depth ?? -1) + 1
    const named = nodes.filter(({ place }) => place.segmentId === segment.id)
    const line = { end, from, sides: sides(segment.id), named: depthsOf(named), mostJoins }
    return drawLine(scope, line, stretchOfSegment, lines)
  }
  const point = await forkPoint({ conversation, reads: scope.reads })
  const above = await Promise.all(nodes.map((node) => isOnPath(scope.reads, node, point)))
  const named = depthsOf(nodes.filter((_, i) => above[i]))
  const line = { from: 0, sides: sides(inheritedLine), named, mostJoins }
  const inherited = point ? [await drawLine(scope, { ...line, end: point }, stretchOfSegment, lines)] : []
  return [...inherited, ...(await Promise.all(roots.map(stretchOfSegment)))]
}
const inheritedLine = ''
const depthsOf = (nodes: readonly TreeNode[]) => nodes.map(({ place }) => place.depth)

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key) ?? []
  values.push(value)
  map.set(key, values)
}

function byDepth(segments: readonly Segment[]): Map<number, Segment[]> {
  const map = new Map<number, Segment[]>()
  for (const segment of segments) if (segment.exit) push(map, segment.exit.depth, segment)
  return map
}

/** The depths of the joins on the path to a node: they are drawn, and not folded away. */
async function joinsOn({ reads }: Scope, { place }: TreeNode): Promise<number[]> {
  const { all } = await bendsOf(reads, place.bendId)
  return all.flatMap(({ joined, depth }) => (joined.length > 0 ? [depth] : []))
}

/** What was merged at each join that is drawn. */
async function mergedAt({ reads }: Scope, roots: readonly DrawnRun[]): Promise<Map<ObservationId, Merged[]>> {
  const merged = new Map<ObservationId, Merged[]>()
  const open = [...roots]
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    open.push(...stretch.next)
    const { id, place } = stretch.first
    if (place.otherParents.length === 0) continue
    const heads = await Promise.all(place.otherParents.map((other) => reads.observation(other)))
    merged.set(
      id,
      heads.flatMap((head) => (head ? [{ conversationId: head.conversationId, observationId: head.id }] : [])),
    )
  }
  return merged
}

/** Cuts a line where others leave it, at its joins and where a place has a name, from its end upwards. */
async function drawLine(
  scope: Scope,
  { end, from, sides, named, mostJoins }: Line,
  side: (segment: Segment) => Promise<DrawnRun>,
  lines: Lines,
): Promise<DrawnRun> {
  const joins = (await joinsOn(scope, end)).slice(-mostJoins).flatMap((depth) => [depth - 1, depth])
  const cuts = [...new Set([...sides.keys(), ...named, ...joins, end.place.depth])]
    .filter((depth) => depth >= from)
    .sort((a, b) => b - a)
  let next: DrawnRun | null = null
  for (const [i, depth] of cuts.entries()) {
    const begin: number = (cuts[i + 1] ?? from - 1) + 1
    const [first, last] = await Promise.all([drawnNode(scope, end, begin), drawnNode(scope, end, depth)])
    const branches = await Promise.all((sides.get(depth) ?? []).map(side))
    const below: DrawnRun[] = [...(next ? [next] : []), ...branches].sort(byStoring)
    next = { first, last, length: depth - begin + 1, between: [], next: below }
    lines.set(next, end)
  }
  return next as DrawnRun
}

function byStoring(a: DrawnRun, b: DrawnRun): number {
  return a.first.ingestedAt < b.first.ingestedAt ? -1 : 1
}

async function drawnNode(scope: Scope, end: TreeNode, depth: number): Promise<TreeNode> {
  return asDrawn(scope, (await nodeAt(scope.reads, end, 'depth', depth)) as TreeNode)
}
