import type { ConversationId, EventKind, Hash, HeadMove, Json, JsonObject, NewEvent } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'

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
