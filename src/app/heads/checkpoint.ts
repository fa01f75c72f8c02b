import { checkpointDetails } from '../../domain/context/checkpoints.ts'
import type { Conversation, Event, NewEvent } from '../../domain/model.ts'
import { cutOf } from '../forks/forkPoint.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { checkName } from '../write/checks.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { afterOf, changesOf, type Draft, draftOf } from '../write/draft/draft.ts'
import { once, replayOf } from '../write/lanes/idempotency.ts'
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
  const { idempotencyKey, ...compared } = input
  return once<CheckpointResult, ReplayRecord>(scope, {
    operation: 'checkpoint',
    key: idempotencyKey,
    input: compared,
    perform: async (bind) => {
      const { result, stored } = await commitSettled(scope, [input.conversationId], async ([laneState]) => {
        const draft = draftOf(scope, input.conversationId, laneState?.frontier ?? null)
        const event = await named(scope, draft, input)
        draft.events.push(event)
        const changes = changesOf([draft], bind({ conversationId: draft.conversation.id, eventId: event.id }))
        const conversation = changes.conversations[0]?.value ?? draft.conversation
        return { changes, after: afterOf([draft]), result: { conversation, event } }
      })
      return { ...result, event: stored(result.event, 0), replayed: false }
    },
    replay: (replayRecord) => replayed(scope, replayRecord),
  })
}

async function named(scope: Scope, draft: Draft, { at, name, note }: Checkpoint): Promise<NewEvent> {
  const { node } = (await cutOf(draft, at, null)) ?? { node: draft.head }
  return newEvent(scope, 'CHECKPOINT', draft.conversation.id, {
    note,
    pathHash: node?.place.pathHash ?? null,
    details: checkpointDetails(name, node?.id ?? null),
  })
}

/** What a key is bound to. */
type ReplayRecord = {
  readonly conversationId: string
  readonly eventId: string
}

const replayed = (scope: Scope, replayRecord: ReplayRecord): Promise<CheckpointResult> =>
  replayOf(scope, replayRecord.eventId, { conversation: scope.reads.conversation(replayRecord.conversationId) })
