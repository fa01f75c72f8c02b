import { contentHash } from '../../../domain/tree/pathHash.ts'
import type {
  Observation,
  UsageInput,
  ConversationId,
  EventKind,
  Hash,
  HeadMove,
  Json,
  JsonObject,
  NewEvent,
} from '../../../domain/model.ts'
import type { Unplaced } from '../../../domain/tree/placement.ts'
import { believableUsage, storedUsage } from '../../../domain/usage/usage.ts'
import type { Scope } from '../../scope.ts'

/** The priority of what is stored without one (design §4, snapshots). */
export const usualPriority = 100

type Made = 'id' | 'ingestedAt' | 'copyOf' | 'salt' | 'contentHash' | 'place'
type Needed = 'conversationId' | 'kind'
/** What is said of a new observation; what is not said is null, empty, or usual. */
export type ObservationFields = Pick<Observation, Needed> &
  Partial<Omit<Observation, Made | Needed | 'usage'>> & {
    readonly usage?: UsageInput | null
  }

/** Returns an observation of what is said for the first time: recorded now, observed now unless it says when. */
export function newObservation(scope: Scope, observationFields: ObservationFields): Unplaced {
  const now = scope.fresh.now()
  // Member by member: objects put together from others cost several times as much.
  const whole = {
    id: scope.fresh.id(),
    conversationId: observationFields.conversationId,
    messageId: observationFields.messageId ?? null,
    kind: observationFields.kind,
    externalId: observationFields.externalId ?? null,
    role: observationFields.role ?? null,
    senderId: observationFields.senderId ?? null,
    senderKind: observationFields.senderKind ?? null,
    blocks: observationFields.blocks ?? [],
    marker: observationFields.marker ?? null,
    model: observationFields.model ?? null,
    usage: storedUsage(believableUsage(observationFields.usage ?? null)),
    runId: observationFields.runId ?? null,
    branchId: observationFields.branchId ?? null,
    sourceKind: observationFields.sourceKind ?? null,
    priority: observationFields.priority ?? usualPriority,
    fields: observationFields.fields ?? {},
    metadata: observationFields.metadata ?? {},
    observedAt: observationFields.observedAt ?? now,
    ingestedAt: now,
    copyOf: null,
    restates: observationFields.restates ?? null,
    salt: newSalt(scope),
    contentHash: '',
    place: null,
  }
  whole.contentHash = contentHash(whole)
  return whole
}

/** Returns the salt of what is said for the first time; null in plain tenants. */
export function newSalt({ salted, fresh }: Pick<Scope, 'salted' | 'fresh'>): string | null {
  return salted ? fresh.salt() : null
}

/** Returns the salt of a copy that does not say all of its original: what was hidden once stays hidden. */
export function saltOfChanged(
  { salted, fresh }: Pick<Scope, 'salted' | 'fresh'>,
  { salt }: Observation,
): string | null {
  return salted || salt !== null ? fresh.salt() : null
}

/** What a command says of itself in the ledger. */
export interface EventFields {
  readonly actor?: Json | undefined
  readonly note?: string | null | undefined
  readonly pathHash?: Hash | null
  readonly details?: JsonObject
  readonly head?: HeadMove | null
}

/** Returns a line for the ledger, of a conversation or of none, dated now. */
export function newEvent(
  scope: Scope,
  kind: EventKind,
  conversationId: ConversationId | null,
  eventFields: EventFields = {},
): NewEvent {
  return {
    id: scope.fresh.id(),
    conversationId,
    kind,
    at: scope.fresh.now(),
    principal: scope.principal,
    actor: eventFields.actor ?? null,
    note: eventFields.note ?? null,
    pathHash: eventFields.pathHash ?? null,
    details: eventFields.details ?? {},
    head: eventFields.head ?? null,
  }
}
