import type { Conversation, Observation, Place, Segment, TreeNode, Exit } from '../../domain/model.ts'
import { meeting, stretches, toward } from '../../domain/tree/segments.ts'
import type { Axis, Range } from '../../storage/graphStore.ts'
import { ifItFits } from './loaders.ts'
import type { Reads } from './reads.ts'
import type { Scope } from '../scope.ts'

/** Returns the observation when it stands in the tree, else null. */
export function asTreeNode(observation: Observation | null): TreeNode | null {
  return observation?.place ? (observation as TreeNode) : null
}

/** Returns the segment of that id; one that an observation names and the store lacks is a fault. */
export async function segment(reads: Reads, id: string): Promise<Segment> {
  const result = await reads.segment(id)
  if (!result) throw new Error(`Segment ${id} is named but missing.`)
  return result
}

/** Returns the number that a node has on an axis, null where it has none. */
export function numberOn(axis: Axis, place: Place): number | null {
  return axis === 'depth' ? place.depth : axis === 'turn' ? place.turn : place.entry
}

/** Returns the highest number on an axis of the path that ends here; one less than the first when there is none. */
export function lastNumber(axis: Axis, place: Place): number {
  return axis === 'depth' ? place.depth : axis === 'turn' ? place.turns : place.entries
}

/** Returns the segment that holds number `n` of the path to `head`, in O(log) segment reads. */
async function holder(reads: Reads, head: TreeNode, axis: Axis, n: number): Promise<Segment> {
  let at = await segment(reads, head.place.segmentId)
  for (;;) {
    const next = toward(at, axis, n)
    if (next.segmentId !== at.id) at = await segment(reads, next.segmentId)
    if (next.holds) return at
  }
}

/** Returns the ranges that hold the numbers `from` to `to` of the path to `head`, root first. */
export async function rangesOf(reads: Reads, head: TreeNode, axis: Axis, from: number, to: number): Promise<Range[]> {
  const upper = Math.min(to, lastNumber(axis, head.place))
  if (upper < from) return []
  let ranges: Range[] = []
  let part = stretches(await holder(reads, head, axis, upper), axis, from, upper)
  for (;;) {
    ranges = [...part.spans.map((stretch) => ({ ...stretch, axis })), ...ranges]
    if (part.above === null) return ranges
    part = stretches(await segment(reads, part.above.segmentId), axis, from, part.above.to)
  }
}

/** Returns the nodes numbered `from` to `to` on the path to `head`, root first: one store call once segments are known. */
export async function nodesOf(reads: Reads, head: TreeNode, axis: Axis, from: number, to: number): Promise<TreeNode[]> {
  const ranges = await rangesOf(reads, head, axis, from, to)
  const parts = await Promise.all(ranges.map((range) => reads.range(range)))
  return parts.flat() as TreeNode[]
}

/** Returns the node of that number on the path to `head`, or null when the path has none. */
export async function nodeAt(reads: Reads, head: TreeNode, axis: Axis, n: number): Promise<TreeNode | null> {
  if (n > lastNumber(axis, head.place) || n < (axis === 'depth' ? 0 : 1)) return null
  if (numberOn(axis, head.place) === n) return head
  return (await nodesOf(reads, head, axis, n, n))[0] ?? null
}

/** Says whether a node lies on the path to `head`, the head itself included. */
export async function isOnPath(reads: Reads, node: TreeNode, head: TreeNode | null): Promise<boolean> {
  return isPlaceOnPath(reads, node.place, head)
}

/** The same of a place. */
export async function isPlaceOnPath(
  reads: Reads,
  { segmentId, depth }: Pick<Place, 'segmentId' | 'depth'>,
  head: TreeNode | null,
): Promise<boolean> {
  if (head === null || depth > head.place.depth) return false
  if (segmentId === head.place.segmentId) return true
  return (await holder(reads, head, 'depth', depth)).id === segmentId
}

/** Returns the deepest node that the paths to both have in common, or null. */
export async function commonNode(reads: Reads, a: TreeNode, b: TreeNode): Promise<TreeNode | null> {
  let standA = { segment: await segment(reads, a.place.segmentId), depth: a.place.depth }
  let standB = { segment: await segment(reads, b.place.segmentId), depth: b.place.depth }
  for (;;) {
    const met = meeting(standA, standB)
    if (met.kind === 'none') return null
    if (met.kind === 'met')
      return (await reads.range({ ...onlyDepth(met.depth), segmentId: met.segmentId }))[0] as TreeNode
    ;[standA, standB] = await Promise.all([stand(reads, standA, met.a), stand(reads, standB, met.b)])
  }
}
const onlyDepth = (depth: number) => ({ axis: 'depth' as const, from: depth, to: depth })

async function stand<S extends { segment: Segment; depth: number }>(
  reads: Reads,
  now: S,
  exit: Exit | null,
): Promise<S | { segment: Segment; depth: number }> {
  return exit === null ? now : { segment: await segment(reads, exit.segmentId), depth: exit.depth }
}

/** Walks the path to `head` from a depth on, to another one, in pages, for what must see every node; no page is remembered. */
export async function* walk(
  reads: Reads,
  head: TreeNode,
  first = 0,
  page = 1000,
  last = head.place.depth,
): AsyncGenerator<TreeNode[]> {
  for (let [from, size] = [first, page]; from <= last;) {
    const nodes = await ifItFits(size, () => nodesOf(reads, head, 'depth', from, Math.min(last, from + size - 1)))
    if (nodes === null) size = size >> 1
    else {
      yield nodes
      reads.clear()
      from += size
    }
  }
}

/** Returns the observation at which a conversation stands, or null at the empty path. */
export async function headOf(scope: Scope, conversation: Pick<Conversation, 'headId'>): Promise<TreeNode | null> {
  return conversation.headId === null ? null : asTreeNode(await scope.reads.observation(conversation.headId))
}

/** Returns the observation that a fork was made at, null for the empty path or no fork. */
export async function forkPoint({
  reads,
  conversation,
}: {
  readonly reads: Reads
  readonly conversation: Conversation
}): Promise<TreeNode | null> {
  const id = conversation.forkedFrom?.observationId ?? null
  return id === null ? null : asTreeNode(await reads.observation(id))
}
