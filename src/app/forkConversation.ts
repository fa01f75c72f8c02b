import { withHead } from '../domain/growth.ts'
import type { Conversation, ForkedFrom, Hash, Json, JsonObject, NewEvent, TreeNode } from '../domain/model.ts'
import { forkOf } from '../domain/newConversation.ts'
import { emptyPathHash } from '../domain/pathHash.ts'
import { notFound } from '../domain/refusals.ts'
import type { Act, ForkResult, Notice } from './act.ts'
import { checkId, checkMetadata, givenTitle } from './checks.ts'
import { alreadyExists, writeNew } from './commit.ts'
import { changesOf, createDraft, type Draft } from './drafts.ts'
import { textAt } from './headText.ts'
import { eventOf } from './events.ts'
import { once, type Bind } from './idempotency.ts'
import type { ForkConversation } from './inputs.ts'
import { contextDiffers, copyInto, selectionAt, type Selection } from './pathCopy.ts'
import { cutOf, type Cut } from './points.ts'
import { checkForkPoint } from './runPoints.ts'
import { runsOfFork } from './runs.ts'
import { headOf } from './transcript.ts'

/**
 * Forks a conversation at a point: a new conversation whose head is an existing observation, or none. One small write
 * that copies nothing and never starts an answer; a point is never moved silently (design §5). Only a fork at a run
 * that has turns of unfinished runs before its end copies, so as to leave those out.
 */
export async function forkConversation(act: Act, input: ForkConversation): Promise<ForkResult> {
  if (input.newConversationId != null) checkId(input.newConversationId, 'newConversationId')
  checkMetadata(input.metadata)
  const { idempotencyKey, ...compared } = input
  return once(act, {
    operation: 'forkConversation',
    key: input.dryRun ? null : idempotencyKey,
    input: compared,
    perform: (bind) => fork(act, input, bind),
    replay: replayOfFork(act),
  })
}

/** Where a fork is made that is known already, and what is stored in it by the same write. */
export interface Continuation {
  readonly cut: Cut
  readonly store: (draft: Draft) => Promise<void>
}

/** Forks under a key that the caller binds, and may store in the fork by the same write. */
export async function fork(
  act: Act,
  input: ForkConversation,
  bind: Bind,
  continuation?: Continuation,
): Promise<ForkResult> {
  const source = await act.reads.conversation(input.source)
  if (!source) throw notFound('Conversation', input.source)
  if (source.deletedAt !== null) throw notFound('Conversation', input.source, true)
  const id = input.newConversationId ?? act.fresh.id()
  if (input.newConversationId != null && (await act.reads.conversation(id)))
    throw alreadyExists(id, 'newConversationId')
  const origin = await originOf(act, source, input, continuation?.cut)
  const { draft, event } = await draftOfFork(act, input, id, source, origin)
  const told = {
    source,
    point: origin.point,
    sharedLength: origin.point?.place.turns ?? 0,
    pathHash: draft.head?.place.pathHash ?? emptyPathHash,
    copied: origin.selection?.kept.length ?? 0,
    warnings: origin.selection && origin.selection.leftOut.length > 0 ? [contextDiffers(origin.selection)] : [],
  }
  if (input.dryRun) return { ...told, conversation: null, event: null, replayed: false }
  const { pathHash, copied, warnings } = told
  const kept = { conversationId: id, eventId: event.id, pathHash, copied, warnings }
  await continuation?.store(draft)
  const changes = changesOf([draft], bind(kept as unknown as JsonObject))
  const seqs = await writeNew(act, changes, 'newConversationId')
  return {
    ...told,
    conversation: changes.conversations[0]?.value ?? null,
    event: { ...event, seq: seqs.get(event.id) ?? 1 },
    replayed: false,
  }
}

/** Where a fork begins: the last node that it shares, and, forked at a run, what it takes of the path. */
interface Origin {
  readonly point: TreeNode | null
  readonly selection: Selection | null
  /** How many of the source's completed runs it carries. */
  readonly completedRuns: number
}

async function originOf(
  act: Act,
  source: Conversation,
  { at, before, boundary }: ForkConversation,
  known?: Cut,
): Promise<Origin> {
  const view = { conversation: source, head: await headOf(act, source), reads: act.reads }
  const cut = known ?? (await cutOf(view, at, before)) ?? { node: view.head }
  const named = at ?? before
  const run = await checkForkPoint(view, cut, boundary ?? (named && 'runId' in named ? 'RUN' : 'MESSAGE'))
  if (!run?.end) {
    const completedRuns = cut.node === null ? 0 : source.runs.completed
    return { point: cut.node, selection: null, completedRuns }
  }
  const selection = await selectionAt(act.reads, run, run.end)
  return { point: selection.shared, selection, completedRuns: run.completionSeq ?? 0 }
}

/** The fork as it will be written: a name for a shared past, and copies only where its runs ask for them. */
async function draftOfFork(
  act: Act,
  input: ForkConversation,
  id: string,
  source: Conversation,
  { point, selection, completedRuns }: Origin,
): Promise<{ draft: Draft; event: NewEvent }> {
  const pathHash = point?.place.pathHash ?? emptyPathHash
  const { actor, note } = input
  const end = selection && endDetails(selection)
  const told = (details: JsonObject) => ({ actor, note, pathHash, details: { ...details, ...end } })
  const event = eventOf(act, 'FORK', id, told({ source: source.id, ...(completedRuns > 0 && { completedRuns }) }))
  const from: ForkedFrom = {
    conversationId: source.id,
    observationId: point?.id ?? null,
    turn: point?.place.turns ?? null,
    pathHash,
    eventId: event.id,
  }
  const given = {
    id,
    createdAt: event.at,
    title: givenTitle(input.title),
    metadata: metadataOf(source, input),
    origin: input.origin ?? 'HOST',
    ...runsOfFork(completedRuns),
  } as const
  const named = withHead(forkOf(source, point, from, given), point, await textAt(act.reads, point))
  const draft = createDraft(act, null, named, point)
  draft.events.push(event, eventOf(act, 'FORK', source.id, told({ fork: id })))
  if (selection && selection.kept.length > 0) await copyInto(act, draft, selection)
  return { draft, event }
}

/** The ledger names the run and the last node taken, also where that one is a copy in the fork (spec C-19). */
function endDetails({ run, kept }: Selection): JsonObject {
  return { runId: run.runId, endId: run.end?.observationId ?? null, copied: kept.length }
}

/** The source's metadata; what was given replaces its key `fork` (spec C-13). */
function metadataOf(source: Conversation, { metadata }: ForkConversation): JsonObject {
  return metadata == null ? source.metadata : { ...source.metadata, fork: metadata }
}

/** What the idempotency record keeps of a fork. */
interface Kept {
  readonly conversationId: string
  readonly eventId: string
  readonly pathHash: Hash
  readonly copied: number
  readonly warnings: readonly Notice[]
}

/** Returns what fills the answer of an earlier fork from its key's record. */
export function replayOfFork(act: Act): (kept: Json) => Promise<ForkResult> {
  return (kept) => replayed(act, kept as unknown as Kept)
}

async function replayed(act: Act, { conversationId, eventId, ...told }: Kept): Promise<ForkResult> {
  const [conversation, event] = await Promise.all([act.reads.conversation(conversationId), act.reads.event(eventId)])
  const from = conversation?.forkedFrom
  if (!conversation || !event || !from) throw new Error(`The fork ${conversationId} is missing.`)
  const [source, point] = await Promise.all([
    act.reads.conversation(from.conversationId),
    from.observationId === null ? null : act.reads.observation(from.observationId),
  ])
  if (!source) throw new Error(`The source of the fork ${conversationId} is missing.`)
  return { conversation, event, source, point, sharedLength: from.turn ?? 0, ...told, replayed: true }
}
