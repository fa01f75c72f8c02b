import { attachmentIds } from '../../domain/records/attachment.ts'
import { withHead, withoutDerived } from '../../domain/tree/growth.ts'
import { parseMessageId, checkLookupId } from '../../domain/ids.ts'
import { later } from '../../domain/instants.ts'
import { isCorrected, newestTime, withCorrection } from '../../domain/messages/messageSnapshot.ts'
import type { EventKind, JsonObject, Message, Observation } from '../../domain/model.ts'
import { mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import type { Amendment } from './amendment.ts'
import { erasedRefusal } from './erasedMessage.ts'
import { embed } from '../write/draft/embedding.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { afterOf, changesOf, createDraft, type Draft } from '../write/draft/draft.ts'
import { recountCorrected } from '../write/draft/usageDelta.ts'
import { newEvent, newObservation } from '../write/draft/additions.ts'
import { textAt } from '../read/titles/titleAndPreview.ts'
import { once, type Bind } from '../write/lanes/idempotency.ts'
import { treeNode } from '../read/paths.ts'
import { addRelationships, embeddingEdges } from './turnRelationships.ts'

export interface AmendResult {
  /** Null where there was nothing to delete, as is the observation. */
  readonly message: Message | null
  readonly observation: Observation | null
  readonly replayed: boolean
}

/** A command that stores an observation of a message outside the tree: it changes the snapshot and no path. */
export interface Correction {
  readonly operation: string
  readonly kind: Extract<Observation['kind'], 'CORRECTION' | 'DELETION' | 'RESTORATION'>
  readonly messageId: string
  readonly note: string | null | undefined
  /** What corrects, where that is no person. */
  readonly sourceKind?: string
  readonly key: string | null | undefined
  /** What an idempotency key is compared by. */
  readonly input: unknown
  /** What it says of the message; refuses what cannot be said. */
  readonly says: (message: Message) => Amendment | Promise<Amendment>
}

/** Above every ordinary store; a restoration above the deletion (spec N-7). */
const priorities = { CORRECTION: 1000, DELETION: 1000, RESTORATION: 1001 } as const
const eventKinds = {
  CORRECTION: 'CORRECT',
  DELETION: 'DELETE',
  RESTORATION: 'RESTORE',
} as const satisfies Record<Correction['kind'], EventKind>

/** Corrects, deletes or restores a message, and keeps what is derived from its snapshot. Refuses an unknown one. */
export async function correct(scope: Scope, correction: Correction): Promise<AmendResult> {
  const { operation, key, input } = correction
  return once<AmendResult, ReplayRecord>(scope, {
    operation,
    key,
    input,
    perform: (bind) => perform(scope, correction, bind),
    replay: (replayRecord) => replayed(scope, replayRecord),
  })
}

async function perform(scope: Scope, correction: Correction, bind: Bind<ReplayRecord>): Promise<AmendResult> {
  const { messageId: id } = correction
  const { conversationId } = mustFind(parseMessageId(checkLookupId(id)), 'Message', id)
  const { result } = await commitSettled(scope, [conversationId], async ([laneState]) => {
    scope.reads.clear()
    const frontier = mustFind(laneState?.frontier, 'Message', id)
    const draft = createDraft(scope, frontier, frontier.conversation, treeNode(frontier.head))
    const { message, observation } = await addCorrection(scope, draft, correction)
    await addRelationships(scope, [draft])
    const changes = changesOf([draft], bind({ messageId: id, observationId: observation.id }))
    return { changes, after: afterOf([draft]), result: { message, observation, replayed: false } }
  })
  return result
}

/** Puts the observation into a draft, with the message and the conversation as they are then. */
export async function addCorrection(
  scope: Scope,
  draft: Draft,
  correction: Omit<Correction, 'operation' | 'key' | 'input'>,
): Promise<{ message: Message; observation: Observation }> {
  const { kind, messageId: id, note, sourceKind } = correction
  const before = mustFind(await draft.reads.message(id), 'Message', id)
  if (before.erased) throw await erasedRefusal(draft.reads, before)
  const observation = observationOf(scope, before, { kind, sourceKind }, await correction.says(before))
  const message = withCorrection(before, observation)
  draft.changes.putObservation(observation)
  await Promise.all(attachmentIds(observation.blocks).map((id) => embed(draft, id)))
  draft.edges.push(...embeddingEdges(message, observation.blocks))
  draft.changes.putMessage({ isNew: false, value: message })
  if (kind === 'CORRECTION') await recountCorrected(draft.reads, draft, before, message)
  const { deletedTurns } = draft.conversation
  const conversation = {
    ...draft.conversation,
    deletedTurns: deletedTurns + Number(message.deleted) - Number(before.deleted),
    hasCorrections: draft.conversation.hasCorrections || isCorrected(message),
  }
  draft.conversation = withoutDerived(
    withHead(conversation, draft.head, await textAt(draft.reads, conversation, draft.head)),
  )
  const details: JsonObject = { messageId: id, observationId: observation.id }
  draft.events.push(newEvent(scope, eventKinds[kind], draft.conversation.id, { note, details }))
  return { message, observation }
}

function observationOf(
  scope: Scope,
  message: Message,
  { kind, sourceKind }: Pick<Correction, 'kind'> & { readonly sourceKind: string | undefined },
  amendment: Amendment,
): Observation {
  return newObservation(scope, {
    kind,
    conversationId: message.conversationId,
    messageId: message.id,
    blocks: amendment.blocks,
    priority: priorities[kind],
    ...(sourceKind !== undefined && { sourceKind }),
    fields: amendment.fields,
    observedAt: later(scope.fresh.now(), newestTime(message)),
  })
}

/** What a key is bound to. */
type ReplayRecord = {
  readonly messageId: string
  readonly observationId: string
}

async function replayed(scope: Scope, replayRecord: ReplayRecord): Promise<AmendResult> {
  const [message, observation] = await Promise.all([
    scope.reads.message(replayRecord.messageId),
    scope.reads.observation(replayRecord.observationId),
  ])
  if (!message || !observation) throw new Error(`What was stored as ${replayRecord.observationId} is missing.`)
  return { message, observation, replayed: true }
}
