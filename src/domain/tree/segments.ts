import type { ConversationId, Exit, Instant, ObservationId, Place, Segment, SegmentId } from '../model.ts'

/** Exits that a segment keeps of its way to the root; farther ones are reached by jumps (design §8). */
export const lineageLength = 64

/** What is needed of a parent to continue or leave its segment. */
export interface SegmentEnd {
  readonly segment: Segment
  readonly place: Pick<Place, 'depth' | 'turns' | 'entries'>
  readonly recordedIn: ConversationId
}
export interface Tip {
  readonly id: ObservationId
  readonly depth: number
  readonly at: Instant
}

/** Says whether a child recorded in `conversationId` continues its parent's segment: the parent is the tip and both are of one conversation. */
export function continuesSegment(parent: SegmentEnd, conversationId: ConversationId): boolean {
  return (
    parent.recordedIn === conversationId &&
    parent.segment.conversationId === conversationId &&
    parent.segment.tipDepth === parent.place.depth
  )
}

/** Returns the segment with its tip moved. Every node of an import moves one: member by member it costs a tenth of a copy. */
export function advanced(segment: Segment, tip: Tip): Segment {
  return {
    id: segment.id,
    conversationId: segment.conversationId,
    exit: segment.exit,
    level: segment.level,
    lineage: segment.lineage,
    jump: segment.jump,
    jumpLevel: segment.jumpLevel,
    tipId: tip.id,
    tipDepth: tip.depth,
    tipAt: tip.at,
  }
}

/**
 * Returns a new segment that leaves `parent` (null: a root segment). `jumped` is the segment that the parent's jump
 * names, null when it has none: the skew-binary rule needs its jump as well.
 */
export function opened(
  id: SegmentId,
  conversationId: ConversationId,
  parent: SegmentEnd | null,
  jumped: Segment | null,
  tip: Tip,
): Segment {
  const end = { tipId: tip.id, tipDepth: tip.depth, tipAt: tip.at }
  if (parent === null)
    return { id, conversationId, exit: null, level: 0, lineage: [], jump: null, jumpLevel: 0, ...end }
  const { segment, place } = parent
  const exit: Exit = { segmentId: segment.id, depth: place.depth, turns: place.turns, entries: place.entries }
  const lineage = [...segment.lineage, exit].slice(-lineageLength)
  return { id, conversationId, exit, level: segment.level + 1, lineage, ...jumpOf(segment, exit, jumped), ...end }
}

/** The jump of a child: over two equal jumps when the parent's two last ones are of one length, else to the parent (Myers 1983). */
function jumpOf(parent: Segment, exit: Exit, jumped: Segment | null): Pick<Segment, 'jump' | 'jumpLevel'> {
  const equal =
    parent.jump !== null &&
    jumped?.jump != null &&
    parent.level - parent.jumpLevel === parent.jumpLevel - jumped.jumpLevel
  return equal ? { jump: jumped.jump, jumpLevel: jumped.jumpLevel } : { jump: exit, jumpLevel: parent.level }
}

/** The number on an axis that a segment's nodes begin above: that of the node which its path left. */
export type AxisName = 'depth' | 'turn' | 'entry'
function exitNumber(exit: Exit | null, axis: AxisName): number {
  if (exit === null) return axis === 'depth' ? -1 : 0
  return axis === 'depth' ? exit.depth : axis === 'turn' ? exit.turns : exit.entries
}

/** A stretch of one segment on an axis, both ends included. */
export interface SegmentSpan {
  readonly segmentId: SegmentId
  readonly from: number
  readonly to: number
}
export interface Stretches {
  readonly spans: readonly SegmentSpan[]
  /** What lies above the lineage: ask this segment for the numbers up to `to`. */
  readonly above: { readonly segmentId: SegmentId; readonly to: number } | null
}

/** Says whether the lineage holds every exit up to the root. */
const complete = (segment: Segment) => segment.lineage.length === segment.level

/** Returns, root first, the stretches that hold the numbers `from` to `to` of a path through `segment`, where `to` is in it or above. */
export function stretches(segment: Segment, axis: AxisName, from: number, to: number): Stretches {
  const segmentSpans: SegmentSpan[] = []
  let [segmentId, upper] = [segment.id, to]
  for (let k = segment.lineage.length - 1; ; k--) {
    const exit = segment.lineage[k]
    const lower = exitNumber(exit ?? null, axis)
    if (Math.max(from, lower + 1) <= upper)
      segmentSpans.unshift({ segmentId, from: Math.max(from, lower + 1), to: upper })
    if (exit === undefined || lower < from) return { spans: segmentSpans, above: null }
    ;[segmentId, upper] = [exit.segmentId, Math.min(upper, lower)]
    if (k === 0 && !complete(segment)) return { spans: segmentSpans, above: { segmentId, to: upper } }
  }
}

/**
 * Returns the segment to ask for number `n` of a path through `segment`: itself or an ancestor that `holds` it, or
 * the best one to climb to. Climbing takes O(log) segments whatever the shape.
 */
export function toward(
  segment: Segment,
  axis: AxisName,
  n: number,
): { readonly segmentId: SegmentId; readonly holds: boolean } {
  if (n > exitNumber(segment.exit, axis)) return { segmentId: segment.id, holds: true }
  const { lineage, jump } = segment
  const at = lineage.findIndex((exit) => n <= exitNumber(exit, axis))
  if (at > 0 || complete(segment)) return { segmentId: (lineage[at] as Exit).segmentId, holds: true }
  const tooFar = jump !== null && n > exitNumber(jump, axis)
  const exit =
    jump !== null && !tooFar && beyondLineage(segment) ? jump : springboard(segment, tooFar ? segment.jumpLevel + 1 : 0)
  return { segmentId: exit.segmentId, holds: false }
}

const beyondLineage = (segment: Segment) => segment.jumpLevel < segment.level - segment.lineage.length

/** The exit of the lineage whose segment jumps farthest, though not above level `top`; the farthest exit when none leaves the lineage. */
function springboard(segment: Segment, top: number): Exit {
  const { lineage, level } = segment
  let [best, reach] = [0, level - lineage.length]
  for (let i = 0; i < lineage.length; i++) {
    const target = jumpLevelOf(level - lineage.length + i)
    if (target < top || target >= reach) continue
    best = i
    reach = target
  }
  return lineage[best] as Exit
}

/** The level that a segment of this level jumps to: less the smallest term of its canonical skew-binary form. */
function jumpLevelOf(level: number): number {
  // Called for every exit of a lineage at every step of a climb, so in whole numbers.
  let term = 0
  for (let rest = level; rest > 0; rest -= term) term = (1 << (31 - Math.clz32(rest + 1))) - 1
  return level - term
}

/** A place on a path by segment: where the path leaves it, or ends in it. */
export interface Stand {
  readonly segment: Segment
  readonly depth: number
}

/**
 * Returns where two paths part: the deepest common node, `none` when they share nothing, or the two stands to climb
 * to when their lineages do not reach. Lineages are compared by segment id, the segment itself appended.
 */
export function meeting(a: Stand, b: Stand): Meeting {
  const exits = new Map([
    ...b.segment.lineage.map((exit) => [exit.segmentId, exit.depth] as const),
    [b.segment.id, b.depth] as const,
  ])
  const own = [
    ...a.segment.lineage.map((exit) => [exit.segmentId, exit.depth] as const),
    [a.segment.id, a.depth] as const,
  ]
  for (const [segmentId, depth] of own.reverse()) {
    const other = exits.get(segmentId)
    if (other !== undefined) return { kind: 'met', segmentId, depth: Math.min(depth, other) }
  }
  if (complete(a.segment) && complete(b.segment)) return { kind: 'none' }
  return { kind: 'climb', ...climb(a.segment, b.segment) }
}
export type Meeting =
  | { readonly kind: 'met'; readonly segmentId: SegmentId; readonly depth: number }
  | { readonly kind: 'none' }
  /** Null: stay. */
  | { readonly kind: 'climb'; readonly a: Exit | null; readonly b: Exit | null }

/** The deeper one climbs, at most to the level of the other; equals climb together, over their jumps unless these meet. */
function climb(a: Segment, b: Segment): { a: Exit | null; b: Exit | null } {
  if (a.level > b.level) return { a: climbTo(a, b.level), b: null }
  if (b.level > a.level) return { a: null, b: climbTo(b, a.level) }
  const meet = a.jump === null || a.jump.segmentId === b.jump?.segmentId
  if (!meet && beyondLineage(a)) return { a: a.jump, b: b.jump }
  const top = meet ? a.jumpLevel + 1 : 0
  return { a: springboard(a, top), b: springboard(b, top) }
}

function climbTo(segment: Segment, level: number): Exit {
  const near = segment.lineage[segment.lineage.length - (segment.level - level)]
  if (near) return near
  return segment.jump !== null && segment.jumpLevel >= level && beyondLineage(segment)
    ? segment.jump
    : springboard(segment, level)
}
