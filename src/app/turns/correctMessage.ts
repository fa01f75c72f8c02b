import { attachmentIds } from '../../domain/records/attachment.ts'
import { withHead, withoutDerived } from '../../domain/tree/growth.ts'
import { parseMessageId, checkLookupId } from '../../domain/ids.ts'
import { later } from '../../domain/instants.ts'
import { isCorrected, newestTime, withCorrection } from '../../domain/messages/messageSnapshot.ts'
import type { EventKind, JsonObject, Message, Observation } from '../../domain/model.ts'
import { mustFind, Refusal } from '../../domain/refusals.ts'
import type { Frontier } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import type { Amendment } from './amendment.ts'
import { embed } from '../write/draft/embedding.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { command, found, type CommandInput } from '../write/command.ts'
import { createDraft, type Draft } from '../write/draft/draft.ts'
import { recountCorrected } from '../write/draft/usageDelta.ts'
import { newEvent, newObservation } from '../write/draft/additions.ts'
import { textAt } from '../read/titles/titleAndPreview.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
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
  readonly input: CommandInput
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
  const { operation, input, messageId } = correction
  const { reads } = scope
  return command(scope, input, {
    operation,
    decide: async (commandScope) => {
      const { conversationId } = mustFind(parseMessageId(checkLookupId(messageId)), 'Message', messageId)
      const decided = async (draft: Draft) => {
        scope.reads.clear()
        const result = await addCorrection(scope, draft, correction)
        await addRelationships(scope, [draft])
        return { result, record: { messageId, observationId: result.observation.id } }
      }
      const opened = (of: Scope, _: string, laneFrontier: Frontier | null) => {
        const frontier = mustFind(laneFrontier, 'Message', messageId)
        return createDraft(of, frontier, frontier.conversation, asTreeNode(frontier.head))
      }
      return (await changeConversation(commandScope, conversationId, decided, opened)).result
    },
    load: (record: CorrectionRecord) =>
      found(record, {
        message: reads.message(record.messageId),
        observation: reads.observation(record.observationId),
      }),
  })
}

type CorrectionRecord = { readonly messageId: string; readonly observationId: string }

/** Puts the observation into a draft, with the message and the conversation as they are then. */
export async function addCorrection(
  scope: Scope,
  draft: Draft,
  correction: Omit<Correction, 'operation' | 'input'>,
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

/** Returns the refusal to correct, delete or restore a message of which all was erased. */
async function erasedRefusal(reads: Pick<Reads, 'observation'>, message: Message): Promise<Refusal> {
  const erasureId = (await reads.observation(message.latestId))?.erased?.by ?? null
  const sentence = `Message "${message.id}" was erased: nothing of it can be corrected or restored.`
  return new Refusal(
    'ERASED',
    { messageId: message.id, erasureId },
    `${sentence} Store the turn again to have it back.`,
    ['id'],
  )
}
