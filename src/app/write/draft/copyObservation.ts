import type { ConversationId, Observation } from '../../../domain/model.ts'
import type { Unplaced } from '../../../domain/tree/placement.ts'
import type { Scope } from '../../scope.ts'

/** Returns a copy of an observation, to be placed in a conversation: of the same message, with the original's time. */
export function copyObservation(scope: Scope, original: Observation, conversationId: ConversationId): Unplaced {
  const [id, ingestedAt] = [scope.fresh.id(), scope.fresh.now()]
  return { ...original, id, conversationId, ingestedAt, copyOf: original.id, place: null }
}
