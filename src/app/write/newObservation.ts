import { contentHash } from '../../domain/pathHash.ts'
import type { Observation } from '../../domain/model.ts'
import type { Unplaced } from '../../domain/placement.ts'
import type { Scope } from '../scope.ts'
import { newSalt } from './salts.ts'

/** The priority of what is stored without one (design §4, snapshots). */
export const usualPriority = 100

type Made = 'id' | 'ingestedAt' | 'copyOf' | 'salt' | 'contentHash' | 'place'
type Needed = 'conversationId' | 'kind'
/** What is said of a new observation; what is not said is null, empty, or usual. */
export type ObservationFields = Pick<Observation, Needed> & Partial<Omit<Observation, Made | Needed>>

const unsaid = {
  messageId: null,
  externalId: null,
  role: null,
  senderId: null,
  senderKind: null,
  blocks: [],
  marker: null,
  model: null,
  usage: null,
  runId: null,
  branchId: null,
  sourceKind: null,
  priority: usualPriority,
  fields: {},
  metadata: {},
}

/** Returns an observation of what is said for the first time: recorded now, observed now unless it says when. */
export function newObservation(scope: Scope, said: ObservationFields): Unplaced {
  const now = scope.fresh.now()
  const whole = { ...unsaid, observedAt: now, ...said, salt: newSalt(scope) }
  return {
    ...whole,
    id: scope.fresh.id(),
    ingestedAt: now,
    copyOf: null,
    contentHash: contentHash(whole),
    place: null,
  }
}
