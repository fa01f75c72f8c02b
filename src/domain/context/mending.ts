import type { ContextPiece, EntryPiece } from './contextView.ts'
import type { OpenCall, TreeNode } from '../model.ts'
import { answeredCalls, type PairState } from './toolPairs.ts'

/** A turn on its way into CONTEXT: which of its blocks are there, and which calls of the path its results answer. */
export interface ShownTurn {
  readonly kind: 'turn'
  readonly node: TreeNode
  readonly present: readonly number[]
  /** By block; null for a result that answers none. */
  readonly answers: ReadonlyMap<number, OpenCall | null>
}

/** What CONTEXT is made of: turns that are looked at one by one, and pieces that stay as they are. */
export type Item = ShownTurn | ContextPiece

/** Calls with their results: all calls stand before all results. */
interface Group {
  readonly kind: 'group'
  readonly answerId: string | null
  readonly turns: EntryPiece[]
  readonly results: EntryPiece[]
  /** Calls that have no result so far. */
  readonly open: (OpenCall & { readonly node: TreeNode })[]
  /** Whether something stands behind it. */
  isLeft: boolean
}

interface Mending {
  readonly out: (Group | ContextPiece)[]
  /** Groups by the depth of each of their calls' turns. */
  readonly groupAt: Map<number, Group>
  /** The group that may go on. */
  current: Group | null
}

/** Returns a turn of a path; `before` is the state above it. `present` leaves out blocks that deletions took. */
export function shownTurn(
  node: TreeNode,
  before: Pick<PairState, 'openCalls'>,
  present?: readonly number[],
): ShownTurn {
  const calls = answeredCalls(before, node.blocks)
  const results = node.blocks.flatMap(({ type }, i) => (type === 'toolResult' ? [i] : []))
  const answers = new Map(results.map((index, k) => [index, calls[k] ?? null]))
  return { kind: 'turn', node, present: present ?? node.blocks.map((_, i) => i), answers }
}

/**
 * Returns the items as a model provider takes them (design §4). Results stand right behind the group of their calls, a
 * call that the talk went on from without one gets a synthetic one, results without a call and second results are left
 * out. Calls that nothing follows stay open. What would begin with an assistant's turn has a synthetic user's before it.
 */
export function mended(items: readonly Item[]): ContextPiece[] {
  const mending: Mending = { out: [], groupAt: new Map(), current: null }
  for (const item of items)
    if (item.kind === 'turn') takeTurn(mending, item)
    else stand(mending, item)
  return withBeginning(mending.out.flatMap((one) => (one.kind === 'group' ? piecesOf(one) : [one])))
}

function stand(mending: Mending, piece: ContextPiece): void {
  leaveGroup(mending)
  mending.out.push(piece)
}

function leaveGroup(mending: Mending): void {
  if (mending.current) mending.current.isLeft = true
  mending.current = null
}

function takeTurn(mending: Mending, turn: ShownTurn): void {
  const placed = resultsByGroup(mending, turn)
  if (turn.node.role === 'ASSISTANT') takeAnswer(mending, turn, placed)
  else if (turn.node.role === 'TOOL' && turn.answers.size > 0) takeToolTurn(turn, placed)
  else takeOther(mending, turn, placed)
}

function takeOther(mending: Mending, turn: ShownTurn, placed: ReadonlyMap<Group, readonly number[]>): void {
  const rest = turn.present.filter((i) => isTalk(turn, i))
  const own = turn.node.role === 'USER' && mending.current ? placed.get(mending.current) : undefined
  for (const [group, results] of placed)
    group.results.push(pieceOf(turn, results === own ? [...results, ...rest] : results, true))
  if (own !== undefined && rest.length > 0) leaveGroup(mending)
  const isEmpty = rest.length === 0 && turn.node.blocks.length > 0
  if (own === undefined && !isEmpty) stand(mending, pieceOf(turn, rest, false))
}

/** What else a tool's turn holds belongs to its results; without a call they are all left out. */
function takeToolTurn(turn: ShownTurn, placed: ReadonlyMap<Group, readonly number[]>): void {
  let rest = turn.present.filter((i) => isTalk(turn, i))
  for (const [group, results] of placed) {
    group.results.push(pieceOf(turn, [...results, ...rest], true))
    rest = []
  }
}

function takeAnswer(mending: Mending, turn: ShownTurn, placed: ReadonlyMap<Group, readonly number[]>): void {
  for (const [group, results] of placed) group.results.push(pieceOf(turn, results, true))
  const own = turn.present.filter((i) => turn.node.blocks[i]?.type !== 'toolResult')
  if (own.length === 0 && turn.node.blocks.length > 0) return
  const answerId = turn.node.usage?.answerId ?? null
  const goesOn = mending.current?.answerId === answerId && goesOnInGroup(turn)
  const calls = own.flatMap((i) => callAt(turn, i))
  if (!goesOn && calls.length === 0) {
    stand(mending, pieceOf(turn, own, false))
    return
  }
  const group = goesOn && mending.current ? mending.current : openGroup(mending, answerId)
  group.turns.push(pieceOf(turn, own, goesOn))
  group.open.push(...calls)
  if (calls.length > 0) mending.groupAt.set(turn.node.place.depth, group)
}

/** A turn that is not shown may have ended the group: the place knows. */
const goesOnInGroup = ({ node: { place } }: ShownTurn) => place.groupStart !== null && place.groupStart < place.depth

function openGroup(mending: Mending, answerId: string | null): Group {
  leaveGroup(mending)
  const group: Group = { kind: 'group', answerId, turns: [], results: [], open: [], isLeft: false }
  mending.out.push(group)
  mending.current = group
  return group
}

function callAt({ node }: ShownTurn, index: number): Group['open'] {
  const block = node.blocks[index]
  return block?.type === 'toolCall' ? [{ callId: block.callId, depth: node.place.depth, node }] : []
}

/** The results of a turn by the groups that wait for them; each answers its call for good. */
function resultsByGroup({ groupAt }: Mending, turn: ShownTurn): Map<Group, number[]> {
  const results = new Map<Group, number[]>()
  for (const index of turn.present) {
    const call = turn.answers.get(index)
    const group = call && groupAt.get(call.depth)
    const at = group ? group.open.findIndex((one) => one.callId === call.callId && one.depth === call.depth) : -1
    if (!group || at < 0) continue
    group.open.splice(at, 1)
    results.set(group, [...(results.get(group) ?? []), index])
  }
  return results
}

/** Says whether a block is neither a call nor a result. */
function isTalk({ node }: ShownTurn, index: number): boolean {
  const type = node.blocks[index]?.type
  return type !== 'toolCall' && type !== 'toolResult'
}

function pieceOf({ node }: ShownTurn, blocks: readonly number[], joined: boolean): EntryPiece {
  const isResult = joined && blocks.some((i) => node.blocks[i]?.type === 'toolResult')
  const role = isResult && node.role !== 'USER' ? 'TOOL' : node.role
  const isWhole = blocks.length === node.blocks.length
  return { kind: 'entry', id: node.id, part: isWhole ? null : [...blocks].sort((a, b) => a - b), role, joined }
}

function piecesOf({ turns, results, open, isLeft }: Group): ContextPiece[] {
  const missing = isLeft ? open.map(({ node, callId }) => ({ kind: 'noResult' as const, id: node.id, callId })) : []
  return [...turns, ...results, ...missing]
}

function withBeginning(pieces: readonly ContextPiece[]): ContextPiece[] {
  const at = pieces.findIndex((piece) => piece.kind !== 'entry' || piece.role !== 'SYSTEM')
  const first = pieces[at]
  if (first?.kind !== 'entry' || first.role !== 'ASSISTANT') return [...pieces]
  return [...pieces.slice(0, at), { kind: 'beginning', id: first.id }, ...pieces.slice(at)]
}
