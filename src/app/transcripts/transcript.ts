import {
  callsFirst,
  contextPieces,
  holding,
  shown,
  sizeOf,
  withoutPlaces,
  type Hidden,
  type Piece,
} from '../../domain/contextView.ts'
import type { Block, Conversation, Span, TreeNode } from '../../domain/model.ts'
import { leftByDeletions } from '../../domain/deletedTurns.ts'
import { Refusal } from '../../domain/refusals.ts'
import { groupAcross } from '../../domain/toolPairs.ts'
import type { Axis } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { cursorGone, cursorOf, readCursor } from '../read/cursors.ts'
import { asStored, entriesAt, type NumberedNode } from './entries.ts'
import { pageSize, type PageArguments } from '../read/pages.ts'
import { headOf, isOnPath, lastNumber, nodeAt, nodesOf, numberOn, treeNode } from '../read/paths.ts'
import type { TranscriptOptions, TranscriptEntry, TranscriptPage, TranscriptView } from './transcripts.ts'

const axisOf = { RAW: 'depth', MESSAGES: 'turn', CONTEXT: 'entry' } as const satisfies Record<TranscriptView, Axis>

/** A path as a view shows it: pieces of it, counted through from 1. */
interface RenderedPath {
  readonly view: TranscriptView
  readonly axis: Axis
  readonly head: TreeNode
  readonly pieces: readonly Piece[]
  readonly total: number
  readonly showing: TranscriptOptions
  /** What deletions leave of some entries: CONTEXT alone leaves out, and tool pairs stay whole. */
  readonly left: ReadonlyMap<string, readonly Block[] | null>
}

/**
 * Returns a page of a conversation's transcript, from either end and from any cursor. A page never parts a tool
 * group: it may exceed the size asked for, and a cursor inside a group means the group's edge (design §4).
 */
export async function transcriptPage(
  scope: Scope,
  conversation: Conversation,
  view: TranscriptView,
  args: PageArguments,
  showing: TranscriptOptions = asStored,
): Promise<TranscriptPage> {
  const head = await headOf(scope, conversation)
  const size = pageSize(args)
  const list = `transcript:${conversation.id}:${view}`
  const cursors = { after: readCursor(list, args.after, 'after'), before: readCursor(list, args.before, 'before') }
  if (head === null) {
    const place = cursors.after ?? cursors.before
    if (place !== null) throw cursorGone(place)
    return { entries: [], hasNextPage: false, hasPreviousPage: false, totalCount: 0 }
  }
  const shownPath = await show(scope, conversation, head, view, showing)
  const after =
    cursors.after === null ? 0 : await groupEnd(scope, shownPath, await placeOf(scope, shownPath, cursors.after))
  const before =
    cursors.before === null
      ? shownPath.total + 1
      : await groupStart(scope, shownPath, await placeOf(scope, shownPath, cursors.before))
  const [low, high] = await bounds(scope, shownPath, after, before, size)
  const entries = await entriesOf(scope, conversation, shownPath, low, high)
  return {
    entries: entries.map((entry) => ({ entry, cursor: cursorOf(list, entry.observation.id) })),
    hasPreviousPage: low > 1 && low <= high,
    hasNextPage: high < shownPath.total && low <= high,
    totalCount: shownPath.total,
  }
}

/** The first and last place of a page between two cursors, tool groups whole. */
async function bounds(
  scope: Scope,
  path: RenderedPath,
  after: number,
  before: number,
  size: { first: number | null; last: number | null },
): Promise<[number, number]> {
  const low = after + 1
  const high = before - 1
  if (size.last !== null && size.first === null)
    return high - size.last < low ? [low, high] : [await groupStart(scope, path, high - size.last + 1), high]
  const wanted = size.first ?? high
  return low + wanted - 1 >= high ? [low, high] : [low, await groupEnd(scope, path, low + wanted - 1)]
}

/** Returns exactly the last `n` turns as stored, root first; deleted ones as placeholders. */
export async function recentTurns(scope: Scope, conversation: Conversation, n: number): Promise<TranscriptEntry[]> {
  const head = await headOf(scope, conversation)
  if (head === null || n <= 0) return []
  if (n > scope.limits.list) throw limit(scope, n)
  const nodes = await nodesOf(scope.reads, head, 'turn', Math.max(1, head.place.turns - n + 1), head.place.turns)
  return entriesAt(
    scope.reads,
    conversation,
    nodes.map((observation) => ({ place: observation.place.turn ?? 0, observation })),
    asStored,
  )
}

/** Returns what a model would be sent at `head`, whole; refuses more than a list without cursors may hold. */
export async function contextAt(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode | null,
): Promise<TranscriptEntry[]> {
  if (head === null) return []
  const path = await show(scope, conversation, head, 'CONTEXT', asStored)
  if (path.total > scope.limits.list) throw limit(scope, path.total)
  return entriesOf(scope, conversation, path, 1, path.total)
}

function limit(scope: Scope, entries: number): Refusal {
  const max = scope.limits.list
  return new Refusal(
    'LIMIT_EXCEEDED',
    { limit: max, entries },
    `${entries} entries are more than the ${max} that a list without a cursor may hold; page through the transcript.`,
  )
}

async function show(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode,
  view: TranscriptView,
  showing: TranscriptOptions,
): Promise<RenderedPath> {
  const axis = axisOf[view]
  const last = lastNumber(axis, head.place) + (axis === 'depth' ? 1 : 0)
  const pieces =
    view === 'CONTEXT'
      ? contextPieces(await hiddenSpans(scope, head), last)
      : last === 0
        ? []
        : [{ kind: 'nodes' as const, from: 1, to: last }]
  const path = { view, axis, head, pieces, total: shown(pieces), showing, left: new Map<string, null>() }
  const isCut = view === 'CONTEXT' && !showing.includeDeleted && (await hasDeleted(scope, conversation))
  return isCut ? withoutDeleted(scope, conversation, path) : path
}

/** Says whether a turn of the conversation or of one that it was forked from is deleted now. */
export async function hasDeleted(scope: Scope, conversation: Conversation): Promise<boolean> {
  const ancestors = conversation.forkedFrom === null ? [] : await scope.reads.lineage(conversation.id)
  return [conversation, ...ancestors].some(({ deletedTurns }) => deletedTurns > 0)
}

const scanSize = 1000

/** Deleted entries can stand anywhere, so the whole path is looked at; conversations without any never come here. */
async function withoutDeleted(scope: Scope, conversation: Conversation, path: RenderedPath): Promise<RenderedPath> {
  const seen: { place: number; id: string; blocks: readonly Block[]; deleted: boolean }[] = []
  for (let low = 1; low <= path.total; low += scanSize) {
    const items = await nodesAt(scope, path, low, Math.min(path.total, low + scanSize - 1))
    const entries = await entriesAt(scope.reads, conversation, items, { ...path.showing, includeDeleted: true })
    for (const { position: place, observation, blocks, deleted } of entries)
      seen.push({ place, id: observation.id, blocks, deleted })
  }
  const left = leftByDeletions(seen)
  const gone = new Set(seen.flatMap(({ place, id }) => (left.get(id) === null ? [place] : [])))
  const pieces = withoutPlaces(path.pieces, gone)
  return { ...path, pieces, total: shown(pieces), left }
}

/** The spans that the markers of a path hide, in entry numbers, newest marker first. */
async function hiddenSpans(scope: Scope, head: TreeNode): Promise<Hidden[]> {
  const markers: TreeNode[] = []
  for (let id = head.place.markerId; id !== null;) {
    const marker = treeNode(await scope.reads.observation(id)) as TreeNode
    markers.push(marker)
    const above: TreeNode | null =
      marker.place.parentId === null ? null : treeNode(await scope.reads.observation(marker.place.parentId))
    id = above?.place.markerId ?? null
  }
  const inEntries = async ({ from, to }: Span): Promise<Span> => {
    const [before, last] = await Promise.all([
      nodeAt(scope.reads, head, 'depth', from - 1),
      nodeAt(scope.reads, head, 'depth', to),
    ])
    return { from: (before?.place.entries ?? 0) + 1, to: last?.place.entries ?? 0 }
  }
  const hidden = holding(markers).flatMap((marker) =>
    marker.marker?.span ? [{ marker, of: marker.marker, span: marker.marker.span }] : [],
  )
  return Promise.all(
    hidden.map(async ({ marker, of, span }) => ({
      marker,
      span: await inEntries(span),
      keep: await Promise.all(of.keep.map(inEntries)),
    })),
  )
}

/** Numbers on the depth axis begin at 0, places in a view at 1. */
const offset = (path: RenderedPath) => (path.axis === 'depth' ? 1 : 0)

/** The nodes at places `low` to `high`, with their places. */
async function nodesAt(scope: Scope, path: RenderedPath, low: number, high: number): Promise<NumberedNode[]> {
  let begin = 1
  const parts: Promise<NumberedNode[]>[] = []
  for (const piece of path.pieces) {
    const [from, to] = [Math.max(low, begin), Math.min(high, begin + sizeOf(piece) - 1)]
    const first = begin
    if (from <= to && piece.kind === 'summary')
      parts.push(Promise.resolve([{ place: from, observation: piece.marker }]))
    if (from <= to && piece.kind === 'nodes') {
      const shift = piece.from - first - offset(path)
      const nodes = nodesOf(scope.reads, path.head, path.axis, from + shift, to + shift)
      parts.push(nodes.then((found) => found.map((observation, i) => ({ place: from + i, observation }))))
    }
    begin += sizeOf(piece)
  }
  return (await Promise.all(parts)).flat()
}

async function entriesOf(
  scope: Scope,
  conversation: Conversation,
  path: RenderedPath,
  low: number,
  high: number,
): Promise<TranscriptEntry[]> {
  if (low > high) return []
  const items = await nodesAt(scope, path, low, high)
  const ordered = path.view === 'RAW' ? items : callsFirst(items)
  const placed = ordered.map(({ observation }, i) => ({ place: low + i, observation }))
  return entriesAt(scope.reads, conversation, placed, path.showing, path.left)
}

/** The place in the view of the node that a cursor names. */
async function placeOf(scope: Scope, path: RenderedPath, id: string): Promise<number> {
  const node = treeNode(await scope.reads.observation(id))
  const number = node && numberOn(path.axis, node.place)
  if (!node || !(await isOnPath(scope.reads, node, path.head))) throw cursorGone(id)
  let begin = 1
  for (const piece of path.pieces) {
    if (piece.kind === 'summary' && piece.marker.id === id) return begin
    const place = number === null || piece.kind === 'summary' ? 0 : begin + number + offset(path) - piece.from
    if (
      piece.kind === 'nodes' &&
      number !== null &&
      number + offset(path) >= piece.from &&
      number + offset(path) <= piece.to
    )
      return place
    begin += sizeOf(piece)
  }
  throw cursorGone(id)
}

const windowSize = 32

/** The last place of the tool group that lies across the border after `place`, or `place`. */
async function groupEnd(scope: Scope, path: RenderedPath, place: number): Promise<number> {
  let at = place
  while (at < path.total) {
    const nodes = await nodesAt(scope, path, at, Math.min(path.total, at + windowSize))
    for (let i = 0; i + 1 < nodes.length; i++) if (across(path, nodes, i) === null) return at + i
    at += nodes.length - 1
  }
  return path.total
}

/** The first place of the tool group that lies across the border before `place`, or `place`. */
async function groupStart(scope: Scope, path: RenderedPath, place: number): Promise<number> {
  let at = place
  while (at > 1) {
    const [above, below] = await nodesAt(scope, path, at - 1, at)
    const depth = above && below ? across(path, [above, below], 0) : null
    if (depth === null) return at
    const start = await nodeAt(scope.reads, path.head, 'depth', depth)
    const number = start === null ? null : numberOn(path.axis, start.place)
    const next = number === null || start === null ? at - 1 : await placeOf(scope, path, start.id)
    at = Math.min(at - 1, next)
  }
  return 1
}

function across(path: RenderedPath, nodes: readonly { observation: TreeNode }[], i: number): number | null {
  const [above, below] = [nodes[i]?.observation, nodes[i + 1]?.observation]
  return above && below ? groupAcross(above.place, below.place, path.head.place) : null
}
