import type { ConversationId, Observation } from '../domain/model.ts'
import type { Unplaced } from '../domain/placement.ts'
import type { Act } from './act.ts'

/** Returns a copy of an observation, to be placed in a conversation: of the same message, with the original's time. */
export function copyOf(act: Act, original: Observation, conversationId: ConversationId): Unplaced {
  const { place: _place, ...rest } = original
  return { ...rest, id: act.fresh.id(), conversationId, ingestedAt: act.fresh.now(), copyOf: original.id }
}
