import type { DrawnRun, Merged } from '../../domain/tree/drawing.ts'
import type { ObservationId, TreeNode } from '../../domain/model.ts'
import { bendsOf } from '../read/bends.ts'
import { isOnPath, nodeAt } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { TreePlan } from './drawnTrees.ts'
import type { TreeSegment } from './family.ts'
import { endOf } from './segmentEnd.ts'
import { asDrawn, type Lines } from './unfold.ts'

/** A line of the drawing: a segment, or the inherited path, from its first depth to its end. */
interface DrawnLine {
  readonly end: TreeNode
  readonly from: number
  /** Segments that leave it, by the depth at which they do. */
  readonly sides: ReadonlyMap<number, readonly TreeSegment[]>
  /** Depths of nodes that are drawn whatever stands around them. */
  readonly named: readonly number[]
  /** How many of its joins are drawn at most: those nearest to its end. */
  readonly mostJoins: number
}

interface DrawnWith {
  /** Nodes that are not folded away. */
  readonly named: readonly TreeNode[]
  /** Takes by which path the nodes of each stretch are found. */
  readonly lines: Lines
  readonly mostJoins: number
}

/** Returns what is drawn of a tree: its stretches, from the roots on. */
export async function stretchesOf(
  scope: Scope,
  { segments, point }: TreePlan,
  { named: nodes, lines, mostJoins }: DrawnWith,
): Promise<DrawnRun[]> {
  const drawn = new Set(segments.map(({ segment }) => segment.id))
  const leaving = new Map<string, TreeSegment[]>()
  const roots: TreeSegment[] = []
  for (const one of segments) {
    const { exit } = one.segment
    if (exit === null) roots.push(one)
    else push(leaving, drawn.has(exit.segmentId) ? exit.segmentId : inheritedLine, one)
  }
  const sides = (line: string) => byDepth(leaving.get(line) ?? [])
  const stretchOfSegment = async (one: TreeSegment): Promise<DrawnRun> => {
    const { id, exit } = one.segment
    const named = nodes.filter(({ place }) => place.segmentId === id && place.depth <= one.to)
    const [end, from] = [await endOf(scope, one), (exit?.depth ?? -1) + 1]
    return drawLine(scope, { end, from, sides: sides(id), named: depthsOf(named), mostJoins }, stretchOfSegment, lines)
  }
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

function byDepth(segments: readonly TreeSegment[]): Map<number, TreeSegment[]> {
  const map = new Map<number, TreeSegment[]>()
  for (const one of segments) if (one.segment.exit) push(map, one.segment.exit.depth, one)
  return map
}

/** The depths of the joins on the path to a node: they are drawn, and not folded away. */
async function joinsOn({ reads }: Scope, { place }: TreeNode): Promise<number[]> {
  const { all } = await bendsOf(reads, place.bendId)
  return all.flatMap(({ joined, depth }) => (joined.length > 0 ? [depth] : []))
}

/** Returns what was merged at each join that is drawn. */
export async function mergedAt({ reads }: Scope, roots: readonly DrawnRun[]): Promise<Map<ObservationId, Merged[]>> {
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
  { end, from, sides, named, mostJoins }: DrawnLine,
  side: (segment: TreeSegment) => Promise<DrawnRun>,
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
