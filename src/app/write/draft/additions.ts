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
export function newObservation(scope: Scope, fields: ObservationFields): Unplaced {
  const now = scope.fresh.now()
  // Member by member: objects put together from others cost several times as much.
  const whole = {
    id: scope.fresh.id(),
    conversationId: fields.conversationId,
    messageId: fields.messageId ?? null,
    kind: fields.kind,
    externalId: fields.externalId ?? null,
    role: fields.role ?? null,
    senderId: fields.senderId ?? null,
    senderKind: fields.senderKind ?? null,
    blocks: fields.blocks ?? [],
    marker: fields.marker ?? null,
    model: fields.model ?? null,
    usage: storedUsage(believableUsage(fields.usage ?? null)),
    runId: fields.runId ?? null,
    branchId: fields.branchId ?? null,
    sourceKind: fields.sourceKind ?? null,
    priority: fields.priority ?? usualPriority,
    fields: fields.fields ?? {},
    metadata: fields.metadata ?? {},
    observedAt: fields.observedAt ?? now,
    ingestedAt: now,
    copyOf: null,
    restates: fields.restates ?? null,
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
  fields: EventFields = {},
): NewEvent {
  return {
    id: scope.fresh.id(),
    conversationId,
    kind,
    at: scope.fresh.now(),
    principal: scope.principal,
    actor: fields.actor ?? null,
    note: fields.note ?? null,
    pathHash: fields.pathHash ?? null,
    details: fields.details ?? {},
    head: fields.head ?? null,
  }
}
