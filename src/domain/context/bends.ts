import { callIds, resultIds } from '../messages/blocks.ts'
import type { Bend, Observation, ObservationId, TreeNode } from '../model.ts'
import { answeredCalls, callsOfGroup, isTalkBesideResults, lateResults, type PairState } from './toolPairs.ts'

/** The members that decide whether a node bends its path. */
type Bending = Pick<Observation, 'kind' | 'role' | 'blocks'>

/** Says whether an observation is a marker. */
export function isMarker({ kind }: Pick<Observation, 'kind'>): boolean {
  return kind === 'COMPACTION' || kind === 'DROP' || kind === 'CANCEL'
}

/** Says whether an observation is a join: a merge with other paths. */
export function isJoin({ kind }: Pick<Observation, 'kind'>): boolean {
  return kind === 'JOIN'
}

/**
 * Says whether CONTEXT may show a path otherwise than as its turns stand there because of this node: it is a marker, it
 * breaks a tool pair, or the path begins with it and it is an assistant's. Between two such nodes a path needs no mending.
 * A join hides and breaks nothing, and is one all the same: so the joins of a path are found without walking it.
 * `before` and `after` are the states above and below it.
 */
export function bendsPath(node: Bending, before: PairState, after: PairState, isFirstTurn: boolean): boolean {
  if (isMarker(node) || isJoin(node)) return true
  if (node.kind !== 'TURN') return callIds(node.blocks).length + resultIds(node.blocks).length > 0
  if (isFirstTurn && node.role === 'ASSISTANT') return true
  return isMisplaced(node, before) || isOdd(node, before) || leavesCall(node, before, after)
}

/** A result without its call above it, or behind what went on from that call's group. */
function isMisplaced({ blocks }: Bending, before: PairState): boolean {
  return answeredCalls(before, blocks).includes(null) || lateResults(before, blocks).length > 0
}

/** Calls that no assistant makes, results that no tool or user brings, and a tool's turn within a group that brings none. */
function isOdd({ role, blocks }: Bending, { groupStart }: PairState): boolean {
  const results = resultIds(blocks).length
  if (role !== 'ASSISTANT' && callIds(blocks).length > 0) return true
  if (results > 0 && role !== 'TOOL' && role !== 'USER') return true
  return role === 'TOOL' && results === 0 && groupStart !== null
}

/** The path goes on from a group of which a call has no result, or a person does beside another result. */
function leavesCall(node: Bending, before: PairState, after: PairState): boolean {
  if (before.groupStart === null || (before.groupStart === after.groupStart && !isTalkBesideResults(node))) return false
  return callsOfGroup(before).some((call) => after.openCalls.includes(call))
}

/** Bends that one names of its own block, and blocks that it names: so a thousand are found in three reads. */
const blockSize = 32

/** Returns what a new bend keeps of those before it on its path; `last` is the nearest, null where it is the first. */
export function bendAfter(last: TreeNode | null): Bend {
  const before = last?.place.bend ?? null
  if (last === null || before === null) return { number: 1, near: [], far: [] }
  const number = before.number + 1
  const opensBlock = before.number % blockSize === 0
  return opensBlock
    ? { number, near: [], far: [last.id, ...before.far].slice(0, blockSize) }
    : { number, near: [...before.near, last.id], far: before.far }
}

/** Returns the ids of other bends that one names. */
export function namedBends({ place }: TreeNode): ObservationId[] {
  return place.bend === null ? [] : [...place.bend.near, ...place.bend.far]
}
