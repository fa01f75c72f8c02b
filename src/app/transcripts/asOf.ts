import { MAX } from 'uuid'
import { withCorrection } from '../../domain/messages/messageSnapshot.ts'
import type { Conversation, Event, EventKind, Instant, Message, TreeNode } from '../../domain/model.ts'
import { placeNode, unknownPoint } from '../forks/forkPoint.ts'
import type { PageArguments } from '../read/pages.ts'
import { forkPoint, headOf, nodeAt, asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { tailAhead } from './pageAhead.ts'
import { pageAt } from './transcript.ts'
import type { TranscriptOptions, TranscriptPage, TranscriptView } from './transcripts.ts'
import { wholeList } from '../read/walkList.ts'

/** Which path of a conversation is shown: that to a place, that of a time, or the head's. */
export interface PathChoice {
  readonly at: PointRef | null
  readonly asOf: Instant | null
}

/** Returns a page of the transcript at a place, or as it was at a time; see `transcriptPage`. */
export async function pastTranscript(
  scope: Scope,
  conversation: Conversation,
  { at, asOf }: PathChoice,
  view: TranscriptView,
  args: PageArguments,
  options: TranscriptOptions,
): Promise<TranscriptPage> {
  if (asOf === null && at === null) await tailAhead(scope.reads, conversation, view, args)
  const path = await shownPath(scope, conversation, { at, asOf })
  // What was deleted or corrected then is not counted: that it may be has CONTEXT look at its turns.
  const then = { ...conversation, deletedTurns: Math.max(1, conversation.deletedTurns), hasCorrections: true }
  return pageAt(path.scope, asOf === null ? conversation : then, path.end, view, args, options)
}

/** Returns where the path ends that is shown, null for the empty one, with a scope that reads messages as they were then. */
export async function shownPath(
  scope: Scope,
  conversation: Conversation,
  { at, asOf }: PathChoice,
): Promise<{ readonly scope: Scope; readonly end: TreeNode | null }> {
  if (asOf === null) {
    const head = await headOf(scope, conversation)
    return { scope, end: at === null ? head : await placeNode({ conversation, head, reads: scope.reads }, at, 'at') }
  }
  const head = await headAsOf(scope, conversation, asOf)
  const end = at === null ? head : await placeNode({ conversation, head, reads: scope.reads }, at, 'at')
  if (at !== null && end && end.ingestedAt > asOf) throw unknownPoint(conversation.id, { ...at }, 'at')
  const reads = { ...scope.reads, message: (id: string) => messageAsOf(scope.reads, id, asOf) }
  return { scope: { ...scope, reads }, end }
}

/** Returns where the head stood at a time: by when things were stored, that moment included. */
export async function headAsOf(scope: Scope, conversation: Conversation, time: Instant): Promise<TreeNode | null> {
  const { reads } = scope
  const { last, next } = await movesAround(reads, conversation.id, time)
  const stored = next && (await storedBefore(reads, next, last?.at ?? '', time))
  if (stored) return stored
  if (last) return last.head?.to == null ? null : asTreeNode(await reads.observation(last.head.to))
  const { forkedFrom } = conversation
  const made = forkedFrom && (await reads.event(forkedFrom.eventId))
  return made && made.at <= time ? forkPoint({ reads, conversation }) : null
}

interface Moves {
  /** The last move up to the time, and the first one after it. */
  readonly last: Event | null
  readonly next: Event | null
}

/** The ledger is in the order of time, so a place in it is found in O(log) reads. */
async function movesAround(reads: Reads, owner: string, time: Instant): Promise<Moves> {
  const moveBelow = async (seq: number): Promise<Event | null> =>
    (await reads.list({ list: 'headMoves', owner, after: { sort: seq, id: MAX }, limit: 1 }))[0] ?? null
  const [newest] = await reads.list({ list: 'headMoves', owner, after: null, limit: 1 })
  let [last, next]: [Event | null, Event | null] = [null, newest ?? null]
  if (!newest || newest.at <= time) return { last: newest ?? null, next: null }
  for (let [low, high] = [0, newest.seq ?? 0]; high - low > 1;) {
    const middle = (low + high) >> 1
    const move = await moveBelow(middle + 1)
    if (move !== null && (move.seq ?? 0) > low && move.at > time) [next, high] = [move, move.seq ?? 0]
    else {
      low = middle
      if (move !== null && move.at <= time) last = move
    }
  }
  return { last, next }
}

/** What moves a head to what it stores itself. */
const storing: ReadonlySet<EventKind> = new Set([
  ...(['STORE', 'IMPORT', 'MERGE', 'COMPACT', 'DROP', 'CANCEL', 'REPAIR', 'MATERIALIZE'] as const),
])

/** Of a move that came just after a time: the last node on its path that was stored by then, after the move before it. */
async function storedBefore(
  reads: Reads,
  { kind, head }: Event,
  since: Instant,
  time: Instant,
): Promise<TreeNode | null> {
  const end = head?.to == null || !storing.has(kind) ? null : asTreeNode(await reads.observation(head.to))
  if (!end) return null
  let [low, high] = [-1, end.place.depth + 1]
  let result: TreeNode | null = null
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const node = await nodeAt(reads, end, 'depth', middle)
    if (node && node.ingestedAt <= time) [result, low] = [node, middle]
    else high = middle
  }
  return result && result.ingestedAt > since ? result : null
}

async function messageAsOf(reads: Reads, id: string, time: Instant): Promise<Message | null> {
  const message = await reads.message(id)
  if (message === null || message.overlay === null) return message
  const all = await wholeList(reads, 'messageCorrections', id, pageLength)
  const corrections = all.filter(({ kind, ingestedAt }) => kind !== 'RESTATEMENT' && ingestedAt <= time)
  return corrections
    .sort((a, b) => (a.ingestedAt < b.ingestedAt ? -1 : 1))
    .reduce(withCorrection, { ...message, deleted: false, overlay: null })
}

const pageLength = 100
