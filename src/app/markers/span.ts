import type { Hash, OpenCall, Span, TreeNode } from '../../domain/model.ts'
import { overlapped, type Hiding } from '../../domain/context/markers.ts'
import { badInput, Refusal, type Point } from '../../domain/refusals.ts'
import { callsOfGroup } from '../../domain/context/toolPairs.ts'
import { cutOf, pointNode, unknownPoint } from '../forks/forkPoint.ts'
import { isOnPath, nodeAt } from '../read/paths.ts'
import type { PointRef } from '../read/view.ts'
import type { Draft } from '../write/draft/draft.ts'
import { beginningAt, beginningFrom, beginningUpTo, type ExchangeTurn } from './exchanges.ts'

/** Whole exchanges of a path, from the first turn of one to the last of one. */
export interface ExchangeSpan {
  readonly span: Span
  readonly first: TreeNode
  readonly last: TreeNode
  readonly targets: readonly Hash[]
}

/**
 * Returns the exchanges between two points of the head's path. Refuses ends inside an exchange, naming the nearest legal
 * ones, and spans that would part a call from its result or overlap another marker's in part (design §6).
 */
export async function spanOf(
  draft: Draft,
  holds: readonly Hiding[],
  from: PointRef,
  to: PointRef,
): Promise<ExchangeSpan> {
  const [begin, end] = [await entriesBefore(draft, from), (await pathNode(draft, to, 'to')).place.entries]
  const line: ExchangeTurn = { reads: draft.reads, head: draft.head as TreeNode }
  const first = await firstTurn(draft, line, begin)
  const next = await checkEnd(draft, line, end)
  if (end <= begin) throw badInput('The span ends before it begins.', { from, to }, ['to'])
  const span = { from: first.place.depth, to: (next?.place.depth ?? line.head.place.depth + 1) - 1 }
  await checkPairs(draft, line, span)
  const other = overlapped(holds, span)
  if (other)
    throw badInput(
      `The span overlaps that of the marker "${other.id}" in part: it may lie within it or around it, or apart.`,
      { conversationId: draft.conversation.id, markerId: other.id },
      ['from'],
    )
  const last = (await nodeAt(line.reads, line.head, 'entry', end)) as TreeNode
  return { span, first, last, targets: [first.place.pathHash, last.place.pathHash] }
}

/** How many entries stand above the point that a span begins with; a run begins where it was claimed. */
async function entriesBefore(draft: Draft, from: PointRef): Promise<number> {
  if ('runId' in from) {
    const cut = await cutOf(draft, null, from, 'from')
    if (cut?.node && !(await isOnPath(draft.reads, cut.node, draft.head)))
      throw unknownPoint(draft.conversation.id, from, 'from')
    return cut?.node?.place.entries ?? 0
  }
  const { place } = await pathNode(draft, from, 'from')
  return place.entries - (place.entry === null ? 0 : 1)
}

async function pathNode(draft: Draft, point: PointRef, field: string): Promise<TreeNode> {
  const node = await pointNode(draft, point, field)
  if (!(await isOnPath(draft.reads, node, draft.head))) throw unknownPoint(draft.conversation.id, point, field)
  return node
}

async function firstTurn(draft: Draft, line: ExchangeTurn, above: number): Promise<TreeNode> {
  const first = await beginningAt(line, above + 1)
  if (first) return first
  const [before, after] = await Promise.all([beginningUpTo(line, above), beginningFrom(line, above + 2)])
  throw noExchange(draft, 'from', [], pointTo(before), pointTo(after))
}

/** The exchange behind the end of a span; null where the path ends with it. */
async function checkEnd(draft: Draft, line: ExchangeTurn, end: number): Promise<TreeNode | null> {
  const waiting = end === line.head.place.entries ? callsOfGroup(line.head.place) : []
  const next = await beginningAt(line, end + 1)
  if (next || (end === line.head.place.entries && waiting.length === 0)) return next
  const [before, after] = await Promise.all([beginningUpTo(line, end), beginningFrom(line, end + 2)])
  const points = await Promise.all([endBefore(line, before), after ? endBefore(line, after) : endOf(line)])
  throw noExchange(draft, 'to', waiting, ...points)
}

async function endBefore(line: ExchangeTurn, begins: TreeNode | null): Promise<Point | null> {
  return pointTo(begins && (await nodeAt(line.reads, line.head, 'entry', begins.place.entries - 1)))
}

/** The last entry of the path, unless calls wait there for their results. */
async function endOf({ reads, head }: ExchangeTurn): Promise<Point | null> {
  return callsOfGroup(head.place).length > 0 ? null : pointTo(await nodeAt(reads, head, 'entry', head.place.entries))
}

const pointTo = (node: TreeNode | null): Point | null => node && { observationId: node.id }

function noExchange(
  { conversation }: Draft,
  field: 'from' | 'to',
  waiting: readonly OpenCall[],
  before: Point | null,
  after: Point | null,
): Refusal {
  const openCalls = waiting.map(({ callId }) => callId)
  const facts = { conversationId: conversation.id, boundary: 'EXCHANGE', openCalls, before, after }
  const what = field === 'from' ? 'begin' : 'end'
  return new Refusal('FORK_POINT_NOT_BOUNDARY', facts, `A span cannot ${what} there: it is made of whole exchanges.`, [
    field,
  ])
}

/** What is called within the span is answered there, and nothing else is. */
async function checkPairs(draft: Draft, { reads, head }: ExchangeTurn, { from, to }: Span): Promise<void> {
  const [above, end] = await Promise.all([
    nodeAt(reads, head, 'depth', from - 1),
    nodeAt(reads, head, 'depth', to) as Promise<TreeNode>,
  ])
  const openCalls = end.place.openCalls.filter((call) => call.depth >= from && !isOpen(head, call))
  const brought = (above?.place.openCalls ?? []).filter((call) => !isOpen(end, call))
  const callIds = [...openCalls, ...brought].map(({ callId }) => callId)
  if (callIds.length > 0)
    throw new Refusal(
      'TOOL_PAIR_BROKEN',
      { conversationId: draft.conversation.id, callIds },
      `The span would part tool calls from their results: ${callIds.join(', ')}.`,
      ['to'],
    )
}

function isOpen({ place }: TreeNode, { callId, depth }: OpenCall): boolean {
  return place.openCalls.some((open) => open.callId === callId && open.depth === depth)
}
