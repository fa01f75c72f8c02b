import type { ConversationId, Observation } from '../domain/model.ts'
import type { Unplaced } from '../domain/placement.ts'
import type { Act } from './act.ts'

/** Returns a copy of an observation, to be placed in a conversation: of the same message, with the original's time. */
export function copyOf(act: Act, original: Observation, conversationId: ConversationId): Unplaced {
  const [id, ingestedAt] = [act.fresh.id(), act.fresh.now()]
  return { ...original, id, conversationId, ingestedAt, copyOf: original.id, place: null }
}
