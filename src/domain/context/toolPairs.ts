import { callIds, resultIds } from '../messages/blocks.ts'
import type { Block, OpenCall, Place, Role } from '../model.ts'

/** What decides how a node stands towards the tool calls of its path. */
export interface ToolSide {
  readonly role: Role | null
  readonly blocks: readonly Block[]
  readonly answerId: string | null
}
export type PairState = Pick<Place, 'openCalls' | 'groupStart' | 'groupAnswer'>
export const noPairs: PairState = { openCalls: [], groupStart: null, groupAnswer: null }

/**
 * Returns the calls left open after a node at `depth`, and the tool group that it belongs to. A group begins with a
 * turn that makes calls; it goes on with their results and with further turns of the same API answer. A result
 * answers the newest open call of its id.
 */
export function pairsAfter(parent: PairState, node: ToolSide, depth: number): PairState {
  const calls = callIds(node.blocks)
  const results = resultIds(node.blocks)
  const open = [...parent.openCalls]
  let answered = false
  for (const id of results) {
    const at = open.findLastIndex((call) => call.callId === id)
    if (at >= 0) open.splice(at, 1)
    answered ||= at >= 0
  }
  for (const callId of calls) open.push({ callId, depth })
  const openCalls = results.length + calls.length === 0 ? parent.openCalls : open
  const { groupStart, groupAnswer } = groupAfter(parent, node, depth, calls.length > 0, answered)
  return { openCalls, groupStart, groupAnswer }
}

function groupAfter(
  parent: PairState,
  node: ToolSide,
  depth: number,
  calls: boolean,
  answered: boolean,
): Omit<PairState, 'openCalls'> {
  const outside = { groupStart: null, groupAnswer: null }
  const goesOn = { groupStart: parent.groupStart, groupAnswer: parent.groupAnswer }
  const inside = parent.groupStart !== null
  if (node.role === 'ASSISTANT') {
    if (inside && node.answerId !== null && node.answerId === parent.groupAnswer) return goesOn
    return calls ? { groupStart: depth, groupAnswer: node.answerId } : outside
  }
  if (node.role === 'TOOL' || answered) return inside ? goesOn : outside
  return node.role === null ? goesOn : outside
}

/** Returns, for each result of a node in order, the open call of the path that it answers; null for a result of none. */
export function answeredCalls(parent: Pick<PairState, 'openCalls'>, blocks: readonly Block[]): (OpenCall | null)[] {
  const open = [...parent.openCalls]
  return resultIds(blocks).map((id) => {
    const at = open.findLastIndex((call) => call.callId === id)
    return at < 0 ? null : (open.splice(at, 1)[0] ?? null)
  })
}

/** Returns the ids of results that answer no open call of the path: kept, with a warning. */
export function orphanResults(parent: Pick<PairState, 'openCalls'>, blocks: readonly Block[]): string[] {
  const answered = answeredCalls(parent, blocks)
  return resultIds(blocks).filter((_, i) => answered[i] === null)
}

/** Says whether a person says something in the turn that brings results: talk goes on from there. */
export function isTalkBesideResults({ role, blocks }: Pick<ToolSide, 'role' | 'blocks'>): boolean {
  return role === 'USER' && blocks.some(({ type }) => type !== 'toolResult' && type !== 'toolCall')
}

/** Returns the calls of the tool group around a node that wait for their results: those before it are left behind. */
export function callsOfGroup({ openCalls, groupStart }: PairState): OpenCall[] {
  return groupStart === null ? [] : openCalls.filter((call) => call.depth >= groupStart)
}

/** Returns the results of a node that come late: the path had gone on from their calls' group. */
export function lateResults(parent: PairState, blocks: readonly Block[]): OpenCall[] {
  const { groupStart } = parent
  const answered = answeredCalls(parent, blocks).filter((call) => call !== null)
  return answered.filter((call) => groupStart === null || call.depth < groupStart)
}

/**
 * Returns the calls that a turn leaves behind it without a result: those of the group that it goes on from, unless it is
 * a result of that group or a further turn of the same API answer. `after` is the state behind the turn.
 */
export function callsLeftBy(parent: PairState, node: ToolSide, after: PairState): OpenCall[] {
  const waiting = callsOfGroup(parent)
  const answered = answeredCalls(parent, node.blocks)
  const isOfGroup = answered.some((call) => call !== null && call.depth >= (parent.groupStart ?? Infinity))
  const isOfAnswer = node.role === 'ASSISTANT' && after.groupStart === parent.groupStart
  const isNothing = answered.length > 0 && node.blocks.length === answered.length && !isOfGroup
  return isOfGroup || isOfAnswer || isNothing ? [] : waiting
}

/** Says whether a path may end here: no call of it waits for a result. */
export function leavesNoneOpen(state: Pick<PairState, 'openCalls'>): boolean {
  return state.openCalls.length === 0
}

/**
 * Returns the depth at which the tool group begins that lies across the border between `above` and the node below it,
 * or null when a page may be cut there. Calls that the head of the path never answers hold nothing together.
 */
export function groupAcross(above: Place, below: Place, head: Place): number | null {
  const answered = above.openCalls.filter(
    (call) => !head.openCalls.some((never) => never.callId === call.callId && never.depth === call.depth),
  )
  const starts = answered.map((call) => call.depth)
  if (below.groupStart !== null && below.groupStart <= above.depth) starts.push(below.groupStart)
  return starts.length === 0 ? null : Math.min(...starts)
}
