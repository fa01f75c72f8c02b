import { callsFirst } from '../../domain/context/contextView.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { ifItFits } from '../read/loaders.ts'
import { cursorGone, cursorOf, listIn, readCursor } from '../read/cursors.ts'
import { LazyCursor, pageSize, type PageArguments } from '../read/pages.ts'
import { headOf, nodesOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { asStored, current, entriesAt, type NumberedNode } from './entries.ts'
import { groupEnd, groupStart, keyOf, placeOf, placesAt } from './places.ts'
import { pageAhead, tailAhead } from './pageAhead.ts'
import { renderPath, type RenderedPath } from './renderedPath.ts'
import type {
  TranscriptEntry,
  TranscriptOptions,
  TranscriptPage,
  TranscriptValues,
  TranscriptView,
} from './transcripts.ts'

/**
 * Returns a page of a conversation's transcript, from either end and from any cursor. A page never parts a tool
 * group: it may exceed the size asked for, and a cursor inside a group means the group's edge (design §4).
 */
export async function transcriptPage(
  scope: Scope,
  conversation: Conversation,
  view: TranscriptView,
  args: PageArguments,
  options: TranscriptOptions = view === 'CONTEXT' ? current : asStored,
): Promise<TranscriptPage> {
  await tailAhead(scope.reads, conversation, view, args)
  return pageAt(scope, conversation, await headOf(scope, conversation), view, args, options)
}

/** Returns a page of the path to a node of a conversation's tree as its transcript would show it; see `transcriptPage`. */
export async function pageAt(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode | null,
  view: TranscriptView,
  args: PageArguments,
  options: TranscriptOptions,
): Promise<TranscriptPage> {
  const size = pageSize(args)
  const list = listIn(scope, `transcript:${conversation.id}:${view}`)
  const cursors = { after: readCursor(list, args.after, 'after'), before: readCursor(list, args.before, 'before') }
  if (head === null) {
    const place = cursors.after ?? cursors.before
    if (place !== null) throw cursorGone(place)
    return { entries: [], hasNextPage: false, hasPreviousPage: false, totalCount: 0 }
  }
  const path = await renderPath(scope, conversation, head, view, options)
  const [afterPlace, beforePlace] = await Promise.all([
    cursors.after === null ? 0 : placeOf(scope.reads, path, cursors.after, 'after'),
    cursors.before === null ? path.total + 1 : placeOf(scope.reads, path, cursors.before, 'before'),
  ])
  await pageAhead(scope.reads, path, afterPlace, beforePlace, size)
  const [after, before] = await Promise.all([
    cursors.after === null ? afterPlace : groupEnd(scope.reads, path, afterPlace),
    cursors.before === null ? beforePlace : groupStart(scope.reads, path, beforePlace),
  ])
  const [low, high] = await bounds(scope, path, after, before, size)
  const entries = await entriesOf(scope, conversation, path, low, high)
  return {
    entries: entries.map(({ entry, key }) => new ListedEntry(entry, () => cursorOf(list, key))),
    hasPreviousPage: low > 1 && low <= high,
    hasNextPage: high < path.total && low <= high,
    totalCount: path.total,
  }
}

class ListedEntry extends LazyCursor {
  readonly entry: TranscriptEntry
  constructor(entry: TranscriptEntry, cursor: () => string) {
    super(cursor)
    this.entry = entry
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
    return high - size.last < low ? [low, high] : [await groupStart(scope.reads, path, high - size.last + 1), high]
  const wanted = size.first ?? high
  return low + wanted - 1 >= high ? [low, high] : [low, await groupEnd(scope.reads, path, low + wanted - 1)]
}

/** Returns exactly the last `n` turns as stored, root first; deleted ones as placeholders. */
export async function recentTurns(scope: Scope, conversation: Conversation, n: number): Promise<TranscriptEntry[]> {
  const head = await headOf(scope, conversation)
  if (head === null || n <= 0) return []
  if (n > scope.limits.list) throw tooMany(scope.limits.list, n)
  const nodes = await nodesOf(scope.reads, head, 'turn', Math.max(1, head.place.turns - n + 1), head.place.turns)
  return entriesAt(
    scope.reads,
    conversation,
    nodes.map((observation) => ({ place: observation.place.turn ?? 0, observation, piece: null })),
    asStored,
    'MESSAGES',
  )
}

/** Returns what a model would be sent at `head`, whole; refuses more than a list without cursors may hold. */
export async function contextAt(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode | null,
  values: TranscriptValues,
): Promise<TranscriptEntry[]> {
  if (head === null) return []
  const path = await renderPath(scope, conversation, head, 'CONTEXT', { ...current, values })
  if (path.total > scope.limits.context) throw tooMany(scope.limits.context, path.total)
  return (await entriesOf(scope, conversation, path, 1, path.total)).map(({ entry }) => entry)
}

/** Entries of a context that are read at once, about. */
const pageEntries = 500

/** Yields what a model would be sent at `head`, however long it is: pages that part no tool group. */
export async function* contextPages(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode | null,
  values: TranscriptValues,
): AsyncIterable<TranscriptEntry[]> {
  if (head === null) return
  const path = await renderPath(scope, conversation, head, 'CONTEXT', { ...current, values })
  for (let [low, size] = [1, pageEntries]; low <= path.total;) {
    scope.signal?.throwIfAborted()
    const first = low
    const last = low + size - 1
    const high = last >= path.total ? path.total : await groupEnd(scope.reads, path, last)
    const entries = await ifItFits(size, () => entriesOf(scope, conversation, path, first, high))
    if (entries === null) size = size >> 1
    else {
      yield entries.map(({ entry }) => entry)
      low = high + 1
    }
  }
}

function tooMany(limit: number, entries: number): Refusal {
  return new Refusal(
    'LIMIT_EXCEEDED',
    { limit, entries },
    `${entries} entries are more than the ${limit} that a list without a cursor may hold; page through the transcript.`,
  )
}

async function entriesOf(
  scope: Scope,
  conversation: Conversation,
  path: RenderedPath,
  low: number,
  high: number,
): Promise<{ readonly entry: TranscriptEntry; readonly key: string }[]> {
  if (low > high) return []
  const nodes = await placesAt(scope.reads, path, low, high)
  const ordered = path.view === 'RAW' ? nodes : groupsInOrder(nodes)
  const placed = ordered.map((node, i) => ({ ...node, place: low + i }))
  const entries = await entriesAt(scope.reads, conversation, placed, path.options, path.view)
  return entries.map((entry, i) => ({ entry, key: keyOf(placed[i] as NumberedNode) }))
}

/** What is mended is in order already: only what stands as it was stored is put there. */
function groupsInOrder(nodes: readonly NumberedNode[]): NumberedNode[] {
  const ordered: NumberedNode[] = []
  for (let i = 0; i < nodes.length;) {
    let end = i + 1
    while (end < nodes.length && (nodes[end]?.piece === null) === (nodes[i]?.piece === null)) end++
    const run = nodes.slice(i, end)
    ordered.push(...(run[0]?.piece === null ? callsFirst(run) : run))
    i = end
  }
  return ordered
}
