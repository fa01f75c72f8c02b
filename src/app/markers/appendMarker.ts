import type { Hiding } from '../../domain/context/markers.ts'
import type {
  Conversation,
  Event,
  EventKind,
  JsonObject,
  Marker,
  NewEvent,
  Observation,
  ObservationKind,
  TreeNode,
} from '../../domain/model.ts'
import type { Unplaced } from '../../domain/tree/placement.ts'
import { bendsOf } from '../read/bends.ts'
import type { Scope } from '../scope.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { command, found } from '../write/command.ts'
import { addNode, moveHead, type Draft } from '../write/draft/draft.ts'
import { checkExpected } from '../write/expectedHead.ts'
import { newEvent, newObservation } from '../write/draft/additions.ts'

/** What every command that makes a marker takes. */
export interface MarkerInput {
  readonly conversationId: string
  readonly expectedHeadId?: string | null
  readonly idempotencyKey?: string | null
}
export interface MarkerResult {
  readonly marker: Observation
  readonly conversation: Conversation
  readonly event: Event
  readonly replayed: boolean
}

/** A marker that is to stand at the head, and what is said of it. */
export interface NewMarker {
  readonly kind: Extract<ObservationKind, 'COMPACTION' | 'DROP' | 'CANCEL'>
  readonly marker: Marker
  /** What it names, by id: part of the observation and of its event. */
  readonly names: JsonObject
}
/** A command that makes a marker: `decide` says which, seeing what markers hold on the head's path. */
export interface MarkerCommand<I extends MarkerInput> {
  readonly operation: string
  readonly event: Extract<EventKind, 'COMPACT' | 'DROP' | 'CANCEL'>
  readonly input: I
  readonly decide: (draft: Draft, holds: readonly Hiding[]) => Promise<NewMarker>
}

/** Appends a marker at the head, with expected head, idempotency and event. One write of fixed size (design §6). */
export function appendMarker<I extends MarkerInput>(scope: Scope, made: MarkerCommand<I>): Promise<MarkerResult> {
  const { operation, input } = made
  const { conversationId } = input
  const { reads } = scope
  return command(scope, input, {
    operation,
    decide: async (commandScope) => {
      const { result, conversation, stored } = await changeConversation(commandScope, conversationId, async (draft) => {
        const result = await appended(scope, made, draft)
        return { result, record: { conversationId, markerId: result.marker.id, eventId: result.event.id } }
      })
      return { conversation, marker: result.marker, event: stored(result.event, 0) }
    },
    load: (record: MarkerRecord) =>
      found(record, {
        conversation: reads.conversation(record.conversationId),
        marker: reads.observation(record.markerId),
        event: reads.event(record.eventId),
      }),
  })
}

type MarkerRecord = { readonly conversationId: string; readonly markerId: string; readonly eventId: string }

async function appended<I extends MarkerInput>(
  scope: Scope,
  { event: kind, input, decide }: MarkerCommand<I>,
  draft: Draft,
): Promise<{ marker: TreeNode; event: NewEvent }> {
  const from = draft.head
  await checkExpected(draft, input.expectedHeadId)
  const { holds } = await bendsOf(draft.reads, from?.place.bendId ?? null)
  const made = await decide(draft, holds)
  const marker = await addNode(scope, draft, from, markerNode(scope, draft, made))
  await moveHead(draft, marker)
  const event = newEvent(scope, kind, draft.conversation.id, {
    pathHash: marker.place.pathHash,
    details: { markerId: marker.id, ...made.names },
    head: { from: from?.id ?? null, to: marker.id },
  })
  draft.events.push(event)
  return { marker, event }
}

const markerNode = (scope: Scope, { conversation }: Draft, { kind, marker, names }: NewMarker): Unplaced =>
  newObservation(scope, { kind, conversationId: conversation.id, marker, fields: names })
