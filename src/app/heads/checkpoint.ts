import { checkpointDetails } from '../../domain/context/checkpoints.ts'
import type { Conversation, Event, NewEvent } from '../../domain/model.ts'
import { cutOf } from '../forks/forkPoint.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { checkName } from '../write/checks.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { command, found } from '../write/command.ts'
import type { Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'

export interface Checkpoint {
  readonly conversationId: string
  /** The head unless said. */
  readonly at?: PointRef | null
  readonly name: string
  readonly note?: string | null
  readonly idempotencyKey?: string | null
}
export interface CheckpointResult {
  readonly conversation: Conversation
  readonly event: Event
  readonly replayed: boolean
}

/** Gives a place of a conversation a name, in its ledger; no head moves. One name may be given again (design §9). */
export async function checkpoint(scope: Scope, input: Checkpoint): Promise<CheckpointResult> {
  checkName(input.name, 'name')
  const { conversationId } = input
  const { reads } = scope
  return command(scope, input, {
    operation: 'checkpoint',
    decide: async (commandScope) => {
      const { result, conversation, stored } = await changeConversation(commandScope, conversationId, async (draft) => {
        const event = await named(scope, draft, input)
        draft.events.push(event)
        return { result: event, record: { conversationId, eventId: event.id } }
      })
      return { conversation, event: stored(result, 0) }
    },
    load: (record: CheckpointRecord) =>
      found(record, { conversation: reads.conversation(record.conversationId), event: reads.event(record.eventId) }),
  })
}

type CheckpointRecord = { readonly conversationId: string; readonly eventId: string }

async function named(scope: Scope, draft: Draft, { at, name, note }: Checkpoint): Promise<NewEvent> {
  const { node } = (await cutOf(draft, at, null)) ?? { node: draft.head }
  return newEvent(scope, 'CHECKPOINT', draft.conversation.id, {
    note,
    pathHash: node?.place.pathHash ?? null,
    details: checkpointDetails(name, node?.id ?? null),
  })
}
