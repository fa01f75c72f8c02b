import type { TreeNode } from '../../domain/model.ts'
import { nodesOf } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'

/** Reads the nodes of a path or a segment from one depth to another, both included. */
type NodesAt = (from: number, to: number) => Promise<readonly TreeNode[]>

/** A part of a path whose prompts are not found yet: what stands below depth `low`, at which `count` prompts stand, up to `high`. */
interface Gap {
  readonly low: number
  readonly count: number
  readonly high: TreeNode
}

const countOf = ({ place }: TreeNode) => place.prompts.count

/** Returns the prompts of a path with these numbers, root first: each place says where the prompt above it stands. */
export async function promptsBetween(reads: Reads, end: TreeNode, from: number, to: number): Promise<TreeNode[]> {
  const most = Math.min(to, countOf(end))
  const at: NodesAt = (low, high) => nodesOf(reads, end, 'depth', low, high)
  return most < Math.max(1, from) ? [] : promptsIn(at, { low: -1, count: 0, high: end }, from, most)
}

/** Returns the depths of the prompts in a stretch of a segment, rising. */
export async function promptDepthsIn(reads: Reads, segmentId: string, from: number, to: number): Promise<number[]> {
  const at: NodesAt = async (low, high) =>
    (await reads.range({ segmentId, axis: 'depth', from: low, to: high })) as TreeNode[]
  const [[first], [last]] = await Promise.all([at(from, from), at(to, to)])
  if (!first || !last) throw new Error(`The segment ${segmentId} has no nodes from ${from} to ${to}.`)
  const count = countOf(first) - (first.place.prompts.last === from ? 1 : 0)
  const prompts = await promptsIn(at, { low: from - 1, count, high: last }, count + 1, countOf(last))
  return prompts.map(({ place }) => place.depth)
}

/** Finds the prompts of a gap with these numbers, in as many rounds as it can be halved. */
async function promptsIn(at: NodesAt, gap: Gap, from: number, to: number): Promise<TreeNode[]> {
  const prompts = new Map<number, TreeNode>()
  let gaps = [await gapBelow(at, gap, from, to)]
  while (gaps.length > 0) gaps = (await Promise.all(gaps.map((one) => divided(at, one, from - 1, prompts)))).flat()
  return [...prompts.keys()].sort((a, b) => a - b).map((number) => prompts.get(number) as TreeNode)
}

/** Returns the part of a gap up to a node at which `to` prompts stand; it begins above the prompt `from`. */
async function gapBelow(at: NodesAt, gap: Gap, from: number, to: number): Promise<Gap> {
  let { low, count, high } = gap
  let begin: Pick<Gap, 'low' | 'count'> = gap
  while (countOf(high) > to) {
    const above = lastDepth(high) - 1
    const middle = depthOf({ low, count, high }, to + 0.5) ?? above
    const [[step], [near]] = await Promise.all([at(above, above), at(middle, middle)])
    if (!step || !near) throw new Error('A path lacks a node.')
    if (countOf(near) >= to) high = near
    else [low, count, high] = [middle, countOf(near), step]
    if (count < from) begin = { low, count }
  }
  return { low: begin.low, count: begin.count, high }
}

/** Takes the last prompt of a gap, and returns what is left of it: two parts where that is worth a read. */
async function divided(at: NodesAt, gap: Gap, least: number, prompts: Map<number, TreeNode>): Promise<Gap[]> {
  const { low, count, high } = gap
  const wanted = countOf(high) - Math.max(count, least)
  if (wanted <= 0) return []
  const depth = lastDepth(high)
  const above = Math.max(low + 1, depth - 1)
  const middle = wanted < 4 ? null : depthOf(gap, countOf(high) - wanted / 2)
  const [last, [near]] = await Promise.all([at(above, depth), middle === null ? [] : at(middle, middle)])
  prompts.set(countOf(high), last.at(-1) as TreeNode)
  const [next] = last
  if (!next || last.length < 2) return []
  if (!near || middle === null) return [{ low, count, high: next }]
  return [
    { low, count, high: near },
    { low: middle, count: countOf(near), high: next },
  ]
}

/** About where so many prompts of a gap may stand, its ends aside; null: there is no place between them. */
function depthOf({ low, count, high }: Gap, number: number): number | null {
  const [first, last] = [low + 1, lastDepth(high) - 2]
  if (last < first) return null
  const share = (number - count) / Math.max(1, countOf(high) - count)
  return Math.min(last, Math.max(first, low + Math.round((last - low) * share)))
}

function lastDepth({ id, place }: TreeNode): number {
  if (place.prompts.last === null) throw new Error(`No prompt stands at or above ${id}.`)
  return place.prompts.last
}
