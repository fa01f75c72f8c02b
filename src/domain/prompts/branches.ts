import type { Observation, Segment } from '../model.ts'
import { wayOf } from '../tree/junctions.ts'

/** A segment of a conversation with its first node: what is needed to tell branches apart. */
export interface BranchSegment extends Pick<Segment, 'id' | 'exit' | 'tipId' | 'tipDepth' | 'tipAt'> {
  readonly first: FirstNode
}
export interface FirstNode extends Pick<Observation, 'id' | 'ingestedAt'> {
  /** Whether it goes a way: a tool's result, a note and a further part of an answer stand beside others without one. */
  readonly isWay: boolean
}

/** A branch of a conversation by its segments: where it begins, and its end. */
export interface BranchOutline {
  /** The segment that it begins with. */
  readonly segmentId: string
  readonly first: FirstNode
  /** Its end: of its segments the one whose tip is the newest. */
  readonly end: Pick<Segment, 'tipId' | 'tipDepth' | 'tipAt'>
  /** The oldest child of the same parting, with which it is compared; null where it is the oldest itself. */
  readonly oldest: FirstNode | null
  /** Which of the ways that part there it is, from 1. */
  readonly index: number
}

/** The branches of a conversation by their newest activity, and which one each segment belongs to. */
export interface BranchOutlines {
  readonly branches: readonly BranchOutline[]
  readonly ofSegment: ReadonlyMap<string, BranchOutline>
}

/** Returns what the branches must know of a segment's first node. */
export function firstNode(node: Observation, parent: Observation | null): FirstNode {
  return { id: node.id, ingestedAt: node.ingestedAt, isWay: wayOf(node, parent) !== null }
}

/** Names a place where children part: below a node, or the roots. */
export const partingKey = ({ exit }: Pick<Segment, 'exit'>): string =>
  exit === null ? '' : `${exit.depth} ${exit.segmentId}`

/**
 * Returns the branches of a conversation: an end of its tree each, but that what stands side by side without going two
 * ways belongs to one. A branch begins at a node that is not the oldest way of a parting, else at a root, or in a fork
 * behind what it inherited. `goesOn` is, by `partingKey`, the child that goes on in its parent's own segment here.
 */
export function branchOutlines(
  segments: readonly BranchSegment[],
  goesOn: ReadonlyMap<string, FirstNode>,
): BranchOutlines {
  const begins = new Map<string, Pick<BranchOutline, 'oldest' | 'index'>>()
  const joins = new Map<string, string>()
  for (const [key, beside] of partings(segments)) {
    const [oldest] = beside as [BranchSegment]
    const above = goesOn.get(key)
    const parentOf = above && oldest.exit ? oldest.exit.segmentId : oldest.id
    const carrier = (above ? [above, ...beside.map(({ first }) => first)] : beside.map(({ first }) => first)).find(
      ({ isWay }) => isWay,
    )
    let index = 1
    for (const segment of beside) {
      const isFirst = above === undefined && segment === oldest
      const parts = segment.first.isWay && segment.first !== carrier
      if (isFirst) begins.set(segment.id, { oldest: null, index: 1 })
      else if (parts) begins.set(segment.id, { oldest: carrier ?? above ?? oldest.first, index: ++index })
      else joins.set(segment.id, parentOf)
    }
  }
  return gathered(segments, begins, joins)
}

/** Segments by where they part from others, the oldest first. */
function partings(segments: readonly BranchSegment[]): Map<string, BranchSegment[]> {
  const results = new Map<string, BranchSegment[]>()
  for (const segment of segments) {
    const key = partingKey(segment)
    results.set(key, [...(results.get(key) ?? []), segment])
  }
  for (const beside of results.values()) beside.sort((a, b) => (isOlder(a.first, b.first) ? -1 : 1))
  return results
}

function isOlder(a: FirstNode, b: FirstNode): boolean {
  return a.ingestedAt === b.ingestedAt ? a.id < b.id : a.ingestedAt < b.ingestedAt
}

function gathered(
  segments: readonly BranchSegment[],
  begins: ReadonlyMap<string, Pick<BranchOutline, 'oldest' | 'index'>>,
  joins: ReadonlyMap<string, string>,
): BranchOutlines {
  const byId = new Map(segments.map((segment) => [segment.id, segment]))
  const newest = new Map<string, BranchSegment>()
  const heads = new Map<string, string>()
  for (const { id } of segments) {
    const way: string[] = []
    let at = id
    while (joins.has(at) && !heads.has(at)) {
      way.push(at)
      at = joins.get(at) as string
    }
    const head = heads.get(at) ?? at
    for (const passed of [...way, at]) heads.set(passed, head)
  }
  for (const segment of segments) {
    const head = heads.get(segment.id) as string
    const known = newest.get(head)
    if (!known || isNewer(segment, known)) newest.set(head, segment)
  }
  const branches = [...newest].map(([head, { tipId, tipDepth, tipAt }]) => {
    const { first } = byId.get(head) as BranchSegment
    return {
      segmentId: head,
      first,
      end: { tipId, tipDepth, tipAt },
      ...(begins.get(head) ?? { oldest: null, index: 1 }),
    }
  })
  branches.sort((a, b) => (isNewer(a.end, b.end) ? -1 : 1))
  const outlines = new Map(branches.map((branch) => [branch.segmentId, branch]))
  return {
    branches,
    ofSegment: new Map(segments.map(({ id }) => [id, outlines.get(heads.get(id) as string) as BranchOutline])),
  }
}

type End = BranchOutline['end']

function isNewer(a: End, b: End): boolean {
  if (a.tipAt !== b.tipAt) return a.tipAt > b.tipAt
  return a.tipDepth === b.tipDepth ? a.tipId < b.tipId : a.tipDepth > b.tipDepth
}
