import type { ConversationId, EventKind, Hash, HeadMove, Json, JsonObject, NewEvent } from '../domain/model.ts'
import type { Act } from './act.ts'

/** What a command says of itself in the ledger. */
export interface Told {
  readonly actor?: Json | undefined
  readonly note?: string | null | undefined
  readonly pathHash?: Hash | null
  readonly details?: JsonObject
  readonly head?: HeadMove | null
}

/** Returns a line for the ledger, of a conversation or of none, dated now. */
export function eventOf(act: Act, kind: EventKind, conversationId: ConversationId | null, told: Told = {}): NewEvent {
  return {
    id: act.fresh.id(),
    conversationId,
    kind,
    at: act.fresh.now(),
    actor: told.actor ?? null,
    note: told.note ?? null,
    pathHash: told.pathHash ?? null,
    details: told.details ?? {},
    head: told.head ?? null,
  }
}
