import type { Block, OpenCall, TreeNode } from '../model.ts'
import { mended, shownTurn } from './mending.ts'
import {
  answeredCalls,
  callsOfGroup,
  isTalkBesideResults,
  lateResults,
  noPairs,
  pairsAfter,
  type PairState,
} from './toolPairs.ts'

/** What becomes of a call that no result came for: one is made up, or the call is left out. */
export type ToolCallPolicy = 'SYNTHETIC_RESULT' | 'LEAVE_OUT'

/** A part of a path as a repair has it: a node, or those of its blocks that are left, or the result that a call lacks. */
export type Repaired =
  | { readonly kind: 'node'; readonly node: TreeNode; readonly blocks: readonly Block[] | null }
  | { readonly kind: 'noResult'; readonly callId: string }

/** A path with its pairs whole, and how many faults were in it. */
export interface RepairedPath {
  readonly parts: readonly Repaired[]
  readonly faults: number
}

/** Returns nodes as a path of their own, root first: their depths and tool pairs recounted. */
export function asPath(nodes: readonly TreeNode[]): TreeNode[] {
  let before: PairState = noPairs
  return nodes.map((node, depth) => {
    const { role, blocks, usage } = node
    before = pairsAfter(before, { role, blocks, answerId: usage?.answerId ?? null }, depth)
    return { ...node, place: { ...node.place, ...before, depth } }
  })
}

/**
 * Returns a path as it is when its tool pairs are mended: late results stand behind the group of their calls, results
 * without a call are left out, and calls that the talk went on from have a result or are left out. What no pair is
 * wrong with stays as it is and where it is. `path` is numbered by `asPath`.
 */
export function repairedPath(path: readonly TreeNode[], policy: ToolCallPolicy): RepairedPath {
  const repair: Repair = { path, policy, missing: missingResults(path), slots: new Map(), moved: new Map(), faults: 0 }
  const remaining = path.map((node, depth) => retainedOf(repair, node, depth))
  const parts = remaining.flatMap((part, depth) => [...slotAt(repair, depth), ...(part ? [part] : [])])
  return { parts: [...parts, ...slotAt(repair, path.length)], faults: repair.faults }
}

interface Repair {
  readonly path: readonly TreeNode[]
  readonly policy: ToolCallPolicy
  /** Calls that lack a result, by name; how often. */
  readonly missing: Map<string, number>
  /** Results that are made up, by the depth that they stand before. */
  readonly slots: Map<number, Repaired[]>
  /** Late results that are put where they belong, likewise. */
  readonly moved: Map<number, Repaired[]>
  faults: number
}

function slotAt({ moved, slots }: Repair, depth: number): Repaired[] {
  return [...(moved.get(depth) ?? []), ...(slots.get(depth) ?? [])]
}

const nameOf = ({ callId, depth }: OpenCall): string => JSON.stringify([callId, depth])

/** Returns the calls of a path that the talk went on from without a result. */
function unansweredCalls(path: readonly TreeNode[]): OpenCall[] {
  const last = path.at(-1)
  if (!last) return []
  const waiting = callsOfGroup(last.place)
  const abandoned = last.place.openCalls.filter((call) => !waiting.includes(call))
  const turns = path.flatMap((node, i) =>
    node.kind === 'TURN' ? [shownTurn(node, path[i - 1]?.place ?? noPairs)] : [],
  )
  const depths = new Map(path.map(({ id, place }) => [id, place.depth]))
  // What a person says beside the results of a group goes on from its other calls.
  const beside = mended(turns).flatMap((piece) =>
    piece.kind === 'noResult' ? [{ callId: piece.callId, depth: depths.get(piece.id) ?? 0 }] : [],
  )
  const known = new Set(abandoned.map(nameOf))
  return [...abandoned, ...beside.filter((call) => !known.has(nameOf(call)))]
}

/** How many results each call lacks, by name: of calls that are in no group also those that came late, for they have no place. */
function missingResults(path: readonly TreeNode[]): Map<string, number> {
  const missing = new Map<string, number>()
  const lost = path.flatMap((node, i) => {
    const before = path[i - 1]?.place ?? noPairs
    return lateResults(before, node.blocks).filter(({ depth }) => slotOf(path, depth) === null)
  })
  for (const call of [...unansweredCalls(path), ...lost])
    missing.set(nameOf(call), (missing.get(nameOf(call)) ?? 0) + 1)
  return missing
}

/** What stays of a node at its place; null: nothing. */
function retainedOf(repair: Repair, node: TreeNode, depth: number): Repaired | null {
  const before = repair.path[depth - 1]?.place ?? noPairs
  const calls = answeredCalls(before, node.blocks)
  const late = new Map<number, Block[]>()
  let results = 0
  const blocks = node.blocks.filter((block) => {
    if (block.type === 'toolCall') return staysCall(repair, { callId: block.callId, depth })
    if (block.type !== 'toolResult') return true
    const call = calls[results++] ?? null
    if (call !== null && isInGroup(before, call)) return true
    repair.faults++
    const slot = call && slotOf(repair.path, call.depth)
    if (slot !== null) late.set(slot, [...(late.get(slot) ?? []), block])
    return false
  })
  return blocks.length === node.blocks.length ? asItIs(node) : placed(repair, node, blocks, late)
}

const asItIs = (node: TreeNode): Repaired => ({ kind: 'node', node, blocks: null })
const isInGroup = ({ groupStart }: PairState, call: OpenCall) => groupStart !== null && call.depth >= groupStart

/** Puts late results where they belong; what else a tool's turn holds belongs to its results. */
function placed(
  repair: Repair,
  node: TreeNode,
  remaining: readonly Block[],
  late: ReadonlyMap<number, readonly Block[]>,
): Repaired | null {
  const isOfTool = node.role === 'TOOL' && !remaining.some(({ type }) => type === 'toolResult')
  let rest = isOfTool ? remaining : []
  for (const [slot, blocks] of late) {
    const all = [...blocks, ...rest]
    rest = []
    const part: Repaired = { kind: 'node', node, blocks: all.length === node.blocks.length ? null : all }
    repair.moved.set(slot, [...(repair.moved.get(slot) ?? []), part])
  }
  const blocksAfter = isOfTool ? [] : remaining
  return blocksAfter.every(({ type }) => type === 'thinking') ? null : { kind: 'node', node, blocks: blocksAfter }
}

/** Where the group of a call ends that is made at a depth, before what a person says beside its results; null: it has none. */
function slotOf(path: readonly TreeNode[], depth: number): number | null {
  const groupStart = path[depth]?.place.groupStart ?? null
  if (groupStart === null) return null
  const end = path.findIndex(
    (node, at) => at > depth && (node.place.groupStart !== groupStart || isTalkBesideResults(node)),
  )
  return end < 0 ? path.length : end
}

/** Says whether a call stays; where it lacks its result, one is put behind its group. */
function staysCall(repair: Repair, call: OpenCall): boolean {
  const { missing, policy, path, slots } = repair
  const lacking = missing.get(nameOf(call)) ?? 0
  if (lacking === 0) return true
  missing.set(nameOf(call), lacking - 1)
  repair.faults++
  const slot = policy === 'LEAVE_OUT' ? null : slotOf(path, call.depth)
  if (slot === null) return false
  slots.set(slot, [...(slots.get(slot) ?? []), { kind: 'noResult', callId: call.callId }])
  return true
}
