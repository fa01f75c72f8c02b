import { contentHash } from '../../../domain/tree/pathHash.ts'
import type { Observation, UsageInput } from '../../../domain/model.ts'
import type { Unplaced } from '../../../domain/tree/placement.ts'
import { believableUsage } from '../../../domain/usage/bounds.ts'
import { storedUsage } from '../../../domain/usage/usage.ts'
import type { Scope } from '../../scope.ts'
import { newSalt } from './salts.ts'

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
export function newObservation(scope: Scope, said: ObservationFields): Unplaced {
  const now = scope.fresh.now()
  // Member by member: objects put together from others cost several times as much.
  const whole = {
    id: scope.fresh.id(),
    conversationId: said.conversationId,
    messageId: said.messageId ?? null,
    kind: said.kind,
    externalId: said.externalId ?? null,
    role: said.role ?? null,
    senderId: said.senderId ?? null,
    senderKind: said.senderKind ?? null,
    blocks: said.blocks ?? [],
    marker: said.marker ?? null,
    model: said.model ?? null,
    usage: storedUsage(believableUsage(said.usage ?? null)),
    runId: said.runId ?? null,
    branchId: said.branchId ?? null,
    sourceKind: said.sourceKind ?? null,
    priority: said.priority ?? usualPriority,
    fields: said.fields ?? {},
    metadata: said.metadata ?? {},
    observedAt: said.observedAt ?? now,
    ingestedAt: now,
    copyOf: null,
    restates: said.restates ?? null,
    salt: newSalt(scope),
    contentHash: '',
    place: null,
  }
  whole.contentHash = contentHash(whole)
  return whole
}
