import { withHead } from '../domain/growth.ts'
import type { Conversation, ForkedFrom, JsonObject, TreeNode } from '../domain/model.ts'
import { forkOf } from '../domain/newConversation.ts'
import { emptyPathHash } from '../domain/pathHash.ts'
import { badInput, notFound } from '../domain/refusals.ts'
import type { Act, ForkResult } from './act.ts'
import { checkId, checkMetadata, givenTitle } from './checks.ts'
import { alreadyExists, writeNew } from './commit.ts'
import { changesOf, createDraft, textAt } from './drafts.ts'
import { eventOf } from './events.ts'
import { once, type Bind } from './idempotency.ts'
import type { ForkConversation } from './inputs.ts'
import { checkBoundary, cutOf } from './points.ts'
import { headOf } from './transcript.ts'

/**
 * Forks a conversation at a point: a new conversation whose head is an existing observation, or none. One small write
 * that copies nothing and never starts an answer; a point is never moved silently (design §5).
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
    replay: (kept) => replayed(act, kept as { conversationId: string; eventId: string }),
  })
}

async function fork(act: Act, input: ForkConversation, bind: Bind): Promise<ForkResult> {
  const source = await act.reads.conversation(input.source)
  if (!source) throw notFound('Conversation', input.source)
  if (source.deletedAt !== null) throw notFound('Conversation', input.source, true)
  const view = { conversation: source, head: await headOf(act, source), reads: act.reads }
  const cut = (await cutOf(view, input.at, input.before)) ?? { node: view.head }
  await checkBoundary(view, cut, input.boundary ?? 'MESSAGE')
  const id = input.newConversationId ?? act.fresh.id()
  if (input.newConversationId != null && (await act.reads.conversation(id))) throw alreadyExists(id)
  const told = {
    source,
    point: cut.node,
    sharedLength: cut.node?.place.turns ?? 0,
    pathHash: cut.node?.place.pathHash ?? emptyPathHash,
    copied: 0,
    warnings: [],
  }
  if (input.dryRun) return { ...told, conversation: null, event: null, replayed: false }
  return { ...told, ...(await write(act, input, id, source, cut.node, bind)), replayed: false }
}

async function write(
  act: Act,
  input: ForkConversation,
  id: string,
  source: Conversation,
  point: TreeNode | null,
  bind: Bind,
): Promise<Pick<ForkResult, 'conversation' | 'event'>> {
  const { actor, note } = input
  const pathHash = point?.place.pathHash ?? emptyPathHash
  const event = eventOf(act, 'FORK', id, {
    actor,
    note,
    pathHash,
    details: { source: source.id, observationId: point?.id ?? null },
  })
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
  } as const
  const named = withHead(forkOf(source, point, from, given), point, await textAt(act.reads, point))
  const draft = createDraft(act, null, named, point)
  draft.events.push(
    event,
    eventOf(act, 'FORK', source.id, { actor, note, pathHash, details: { fork: id, observationId: point?.id ?? null } }),
  )
  const changes = changesOf([draft], bind({ conversationId: id, eventId: event.id }))
  const seqs = await writeNew(act, changes)
  return { conversation: changes.conversations[0]?.value ?? null, event: { ...event, seq: seqs.get(event.id) ?? 1 } }
}

/** The source's metadata; what was given replaces its key `fork` (spec C-13). */
function metadataOf(source: Conversation, { metadata }: ForkConversation): JsonObject {
  return metadata == null ? source.metadata : { ...source.metadata, fork: metadata }
}

async function replayed(
  act: Act,
  { conversationId, eventId }: { conversationId: string; eventId: string },
): Promise<ForkResult> {
  const [conversation, event] = await Promise.all([act.reads.conversation(conversationId), act.reads.event(eventId)])
  const from = conversation?.forkedFrom
  if (!conversation || !event || !from) throw badInput('The fork that this key made is gone.', { conversationId })
  const [source, point] = await Promise.all([
    act.reads.conversation(from.conversationId),
    from.observationId === null ? null : act.reads.observation(from.observationId),
  ])
  if (!source) throw badInput('The source of the fork is gone.', { conversationId })
  const shared = { sharedLength: from.turn ?? 0, pathHash: from.pathHash, copied: 0, warnings: [] }
  return { conversation, event, source, point, ...shared, replayed: true }
}
