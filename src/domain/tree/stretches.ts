import type { Segment } from '../model.ts'

/** A place in a tree: a node of a line. A line is a segment of the conversation, or what it inherited (''). */
export interface LinePlace {
  readonly line: string
  readonly depth: number
}
export const inheritedLine = ''

/** What is known of a segment of the conversation. */
export type Outline = Pick<Segment, 'id' | 'tipDepth' | 'exit'>

/** A tree by its lines. */
export interface TreeOutline {
  /** Depth of the last inherited node; null where nothing is inherited. */
  readonly inheritedDepth: number | null
  /** By their tips, newest first. */
  readonly segments: readonly Outline[]
  /** Null at the empty path. */
  readonly head: LinePlace | null
}

/** A longest stretch of nodes between partings: from one depth of a line to another, both included. */
export interface TreeStretch {
  readonly line: string
  readonly from: number
  readonly to: number
  /** The stretch after whose last node it begins, by its place in the list; null for a root. */
  readonly after: number | null
  readonly onHeadPath: boolean
  /** So many more leaves that stand beside it are folded into it. */
  readonly alike: number
}

/** More leaves than this below one node are one stretch. */
export const unfolded = 8

interface StretchLine {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly exit: LinePlace | null
  /** Depths of nodes with a further child, rising, and the last one's. */
  readonly ends: number[]
}

/**
 * Returns the stretches of a tree: leaves by their age, the newest first, and for each what of its path was not listed
 * before, root first. So a stretch is listed before what begins after it. Nodes that are leaves beside many others are
 * folded into the newest of them, but for the head.
 */
export function stretchesOf({ inheritedDepth, segments, head }: TreeOutline): TreeStretch[] {
  const lines = linesOf(inheritedDepth, segments)
  const headPath = pathOf(lines, head)
  const folded = foldedLeaves(lines, segments, head)
  const stretches: TreeStretch[] = []
  /** Of each line: up to where it is listed, and by their ends its stretches' places in the list. */
  const listed = new Map<string, { to: number; readonly ends: Map<number, number> }>()
  const list = (line: StretchLine, to: number) => {
    const known = listed.get(line.id) ?? { to: line.from - 1, ends: new Map<number, number>() }
    listed.set(line.id, known)
    for (const end of line.ends) {
      if (end <= known.to) continue
      if (end > to) break
      const from = known.to + 1
      const alike = folded.get(leafKey(line.id, from))
      known.to = end
      if (end === line.to && alike === hidden) continue
      const above = from > line.from ? { line: line.id, depth: from - 1 } : line.exit
      const after = above === null ? null : (listed.get(above.line)?.ends.get(above.depth) ?? null)
      const onHeadPath = from <= (headPath.get(line.id) ?? -1)
      known.ends.set(end, stretches.length)
      stretches.push({ line: line.id, from, to: end, after, onHeadPath, alike: alike ?? 0 })
    }
  }
  for (const { id } of [...segments, { id: inheritedLine }]) {
    const way: { line: StretchLine; to: number }[] = []
    const leaf = lines.get(id)
    for (let at: LinePlace | null = leaf ? { line: id, depth: leaf.to } : null; at;) {
      const line = lines.get(at.line) as StretchLine
      way.push({ line, to: at.depth })
      at = listed.has(at.line) ? null : line.exit
    }
    for (const { line, to } of way.reverse()) list(line, to)
  }
  return stretches
}

function linesOf(inheritedDepth: number | null, segments: readonly Outline[]): Map<string, StretchLine> {
  const own = new Set(segments.map(({ id }) => id))
  const lines = new Map<string, StretchLine>()
  if (inheritedDepth !== null)
    lines.set(inheritedLine, { id: inheritedLine, from: 0, to: inheritedDepth, exit: null, ends: [inheritedDepth] })
  for (const { id, exit, tipDepth } of segments) {
    const isKnown = exit !== null && (inheritedDepth !== null || own.has(exit.segmentId))
    const above = isKnown ? { line: own.has(exit.segmentId) ? exit.segmentId : inheritedLine, depth: exit.depth } : null
    lines.set(id, { id, from: (exit?.depth ?? -1) + 1, to: tipDepth, exit: above, ends: [tipDepth] })
  }
  for (const { exit } of lines.values()) if (exit) lines.get(exit.line)?.ends.push(exit.depth)
  for (const { ends } of lines.values()) ends.splice(0, ends.length, ...sortedOnce(ends))
  return lines
}

function sortedOnce(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** Up to which depth the path to the head lies on each line. */
function pathOf(lines: ReadonlyMap<string, StretchLine>, head: LinePlace | null): Map<string, number> {
  const path = new Map<string, number>()
  for (let at = head; at; at = lines.get(at.line)?.exit ?? null) path.set(at.line, at.depth)
  return path
}

const hidden = -1
const leafKey = (line: string, depth: number) => `${depth} ${line}`

/** Leaves that stand alone below a node with many more: of the newest how many there are besides, of the others `hidden`. */
function foldedLeaves(
  lines: ReadonlyMap<string, StretchLine>,
  segments: readonly Outline[],
  head: LinePlace | null,
): Map<string, number> {
  const groups = new Map<string, string[]>()
  for (const { id } of segments) {
    const { from, to, exit, ends } = lines.get(id) as StretchLine
    const before = ends.at(-2) ?? from - 1
    if (to !== before + 1 || (head?.line === id && head.depth === to)) continue
    const above = ends.length > 1 ? leafKey(id, before) : exit ? leafKey(exit.line, exit.depth) : 'root'
    const group = groups.get(above) ?? []
    groups.set(above, group)
    group.push(leafKey(id, to))
  }
  const folded = new Map<string, number>()
  for (const leaves of groups.values())
    if (leaves.length > unfolded) leaves.forEach((leaf, i) => folded.set(leaf, i === 0 ? leaves.length - 1 : hidden))
  return folded
}
