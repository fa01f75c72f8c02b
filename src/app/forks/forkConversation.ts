import { withHead } from '../../domain/tree/growth.ts'
import type {
  Conversation,
  Event,
  ForkedFrom,
  Hash,
  Json,
  JsonObject,
  Observation,
  OriginKind,
  TreeNode,
} from '../../domain/model.ts'
import { forkOf } from '../../domain/messages/newConversation.ts'
import { emptyPathHash } from '../../domain/tree/pathHash.ts'
import { mustBeLive, mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import { checkId, checkMetadata, givenTitle } from '../write/checks.ts'
import { alreadyExists, writeNew, type WriteScope } from '../write/lanes/commit.ts'
import { changesOf, createDraft, type Draft } from '../write/draft/draft.ts'
import { textOfFork } from '../read/titles/titleAndPreview.ts'
import { newEvent } from '../write/draft/additions.ts'
import { command, found } from '../write/command.ts'
import { checkRecords, type RecordInput } from '../stateRecords/checkRecords.ts'
import { writeRecords } from '../stateRecords/writeRecords.ts'
import type { StateRecordChange } from '../../domain/records/stateRecord.ts'
import type { ForkBoundary } from '../../domain/tree/forkPoint.ts'
import type { PointRef } from '../read/view.ts'
import { contextDiffers, copyInto, selectionAt, type ForkSelection } from './pathCopy.ts'
import { cutOf, type ForkPosition } from './forkPoint.ts'
import { manyOpenForks } from './openForks.ts'
import { checkForkPoint } from './runBoundary.ts'
import { runsOfFork } from '../runs/runs.ts'
import { headOf } from '../read/paths.ts'

export interface ForkConversation {
  readonly source: string
  readonly at?: PointRef | null
  readonly before?: PointRef | null
  readonly boundary?: ForkBoundary | null
  readonly newConversationId?: string | null
  readonly title?: string | null
  readonly cwd?: string | null
  readonly metadata?: Json
  readonly actor?: Json
  readonly note?: string | null
  readonly origin?: OriginKind | null
  /** State records that the fork begins with. */
  readonly records?: readonly RecordInput[] | null
  readonly idempotencyKey?: string | null
  readonly dryRun?: boolean | null
}
export interface ForkResult {
  /** Null in a dry run, as is the event. */
  readonly conversation: Conversation | null
  readonly event: Event | null
  /** The conversation forked, and the point; its own lineage follows it. */
  readonly source: Conversation
  readonly point: Observation | null
  readonly sharedLength: number
  readonly pathHash: Hash
  readonly copied: number
  readonly replayed: boolean
  readonly warnings: readonly Warning[]
}
/** The same of a command that is not known to be repeated. */
export type Forked = Omit<ForkResult, 'replayed'>

/**
 * Forks a conversation at a point: a new conversation whose head is an existing observation, or none. One small write
 * that copies nothing and never starts an answer; a point is never moved silently (design §5). Only a fork at a run
 * that has turns of unfinished runs before its end copies, so as to leave those out.
 */
export async function forkConversation(scope: Scope, input: ForkConversation): Promise<ForkResult> {
  if (input.newConversationId != null) checkId(input.newConversationId, 'newConversationId')
  checkMetadata(input.metadata)
  if (input.records != null) checkRecords(scope, input.records)
  return command(scope, input, {
    operation: 'forkConversation',
    decide: (commandScope) => fork(commandScope, input),
    load: (record: ForkRecord) => forkNow(scope, record),
  })
}

/** Where a fork is made that is known already, and what is stored in it by the same write. */
export interface ForkContinuation {
  readonly cut: ForkPosition
  readonly store: (draft: Draft) => Promise<void>
}

/** Forks for a command, and may store in the fork by the same write. */
export async function fork(
  scope: WriteScope<ForkRecord>,
  input: ForkConversation,
  continuation?: ForkContinuation,
): Promise<Forked> {
  const source = await forkSource(scope, input.source)
  const id = await newIdOf(scope, input.newConversationId)
  const origin = await originOf(scope, source, input, continuation?.cut)
  const draft = await draftOfFork(scope, input, id, source, origin)
  const stateRecords = await recordsIn(scope, draft, input.records)
  const details = {
    source,
    point: origin.point,
    sharedLength: origin.point?.place.turns ?? 0,
    pathHash: draft.head?.place.pathHash ?? emptyPathHash,
    copied: origin.selection?.nodes.length ?? 0,
    warnings: [
      ...(origin.selection && origin.selection.omitted.length > 0 ? [contextDiffers(origin.selection)] : []),
      ...(await manyOpenForks(scope, source, origin.point)),
    ],
  }
  if (input.dryRun) return { ...details, conversation: null, event: null }
  const record = forkRecordOf(draft, details)
  await continuation?.store(draft)
  const changes = { ...changesOf([draft]), ...(stateRecords.length > 0 && { stateRecords }) }
  const stored = await writeNew(scope, changes, { record, idField: 'newConversationId' })
  const [event] = changes.events
  return { ...details, conversation: changes.conversations[0]?.value ?? null, event: stored(event, 1) }
}

/** Returns the conversation that a new one is made of; refuses an unknown or deleted one. */
export async function forkSource(scope: Scope, id: string): Promise<Conversation> {
  await scope.reads.prefetch.ground(id)
  return mustBeLive(mustFind(await scope.reads.conversation(id), 'Conversation', id))
}

/** Returns the id of a conversation that is to be made: the given one, unless it is taken, else one of ours. */
export async function newIdOf(scope: Scope, text: string | null | undefined): Promise<string> {
  if (text == null) return scope.fresh.id()
  if (await scope.reads.conversation(text)) throw alreadyExists(text, 'newConversationId')
  return text
}

/** Where a fork begins: the last node that it shares, and, forked at a run, what it takes of the path. */
interface Origin {
  readonly point: TreeNode | null
  readonly selection: ForkSelection | null
  /** How many of the source's completed runs it carries. */
  readonly completedRuns: number
}

async function originOf(
  scope: Scope,
  source: Conversation,
  { at, before, boundary }: ForkConversation,
  known?: ForkPosition,
): Promise<Origin> {
  const view = { conversation: source, head: await headOf(scope, source), reads: scope.reads }
  const cut = known ?? (await cutOf(view, at, before)) ?? { node: view.head }
  const named = at ?? before
  const run = await checkForkPoint(view, cut, boundary ?? (named && 'runId' in named ? 'RUN' : 'MESSAGE'))
  if (!run?.end) {
    const completedRuns = cut.node === null ? 0 : source.runs.completed
    return { point: cut.node, selection: null, completedRuns }
  }
  const selection = await selectionAt(scope.reads, run, run.end)
  return { point: selection.shared, selection, completedRuns: run.completionSeq ?? 0 }
}

/** The fork as it will be written: a name for a shared past, and copies only where its runs ask for them. */
async function draftOfFork(
  scope: Scope,
  input: ForkConversation,
  id: string,
  source: Conversation,
  { point, selection, completedRuns }: Origin,
): Promise<Draft> {
  const pathHash = point?.place.pathHash ?? emptyPathHash
  const { actor, note } = input
  const end = selection && endDetails(selection)
  const eventDetails = (details: JsonObject) => ({ actor, note, pathHash, details: { ...details, ...end } })
  const event = newEvent(
    scope,
    'FORK',
    id,
    eventDetails({ source: source.id, ...(completedRuns > 0 && { completedRuns }) }),
  )
  const from: ForkedFrom = {
    conversationId: source.id,
    observationId: point?.id ?? null,
    turn: point?.place.turns ?? null,
    pathHash,
    eventId: event.id,
  }
  const fields = {
    id,
    createdAt: event.at,
    title: givenTitle(input.title),
    ...(input.cwd != null && { cwd: input.cwd }),
    metadata: metadataOf(source, input),
    origin: input.origin ?? 'HOST',
    ...runsOfFork(completedRuns),
  } as const
  const made = forkOf(source, point, from, fields)
  const named = withHead(made, point, textOfFork(source))
  const draft = createDraft(scope, null, named, point)
  draft.events.push(event, newEvent(scope, 'FORK', source.id, eventDetails({ fork: id })))
  if (selection && selection.nodes.length > 0) await copyInto(scope, draft, selection)
  return draft
}

/** Returns what is written of the records that a fork begins with; its event, the first one, counts them. */
async function recordsIn(
  scope: Scope,
  draft: Draft,
  recordInputs: readonly RecordInput[] | null | undefined,
): Promise<readonly StateRecordChange[]> {
  const [event] = draft.events
  if (recordInputs == null || recordInputs.length === 0 || !event) return []
  const { changes } = await writeRecords(scope, draft, recordInputs)
  draft.events[0] = { ...event, details: { ...event.details, records: changes.length } }
  return changes
}

/** The ledger names the run and the last node taken, also where that one is a copy in the fork (spec C-19). */
function endDetails({ run, nodes }: ForkSelection): JsonObject {
  return { runId: run.runId, endId: run.end?.observationId ?? null, copied: nodes.length }
}

/** The source's metadata; what was given replaces its key `fork` (spec C-13). */
function metadataOf(source: Conversation, { metadata }: ForkConversation): JsonObject {
  return metadata == null ? source.metadata : { ...source.metadata, fork: metadata }
}

/** What the key of a command that forks is bound to: the fork, and what that itself does not say. */
export type ForkRecord = {
  readonly conversationId: string
  /** Where it is another one than that of the fork's point. */
  readonly pathHash?: Hash
  /** Unless there is none. */
  readonly copied?: number
  readonly warnings?: readonly Warning[]
}

/** Returns what is kept of a fork that is about to be written. */
export function forkRecordOf(
  { conversation: { id, forkedFrom } }: Draft,
  { pathHash, copied, warnings }: Pick<ForkResult, 'pathHash' | 'copied' | 'warnings'>,
): ForkRecord {
  return {
    conversationId: id,
    ...(pathHash !== forkedFrom?.pathHash && { pathHash }),
    ...(copied > 0 && { copied }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns the fork that a key is bound to, as it is now. */
export async function forkNow({ reads }: Scope, record: ForkRecord): Promise<Forked> {
  const { conversationId, pathHash, copied = 0, warnings = [] } = record
  const { conversation } = await found(record, { conversation: reads.conversation(conversationId) })
  const from = conversation.forkedFrom
  if (from === null) throw new Error(`The conversation ${conversationId} is no fork.`)
  const [named, point] = await Promise.all([
    found(record, { event: reads.event(from.eventId), source: reads.conversation(from.conversationId) }),
    from.observationId === null ? null : reads.observation(from.observationId),
  ])
  const details = { sharedLength: from.turn ?? 0, pathHash: pathHash ?? from.pathHash, copied, warnings }
  return { conversation, point, ...details, ...named }
}
