import type { ConversationId, Event, Observation, ObservationId } from '../model.ts'
import type { Fact } from '../messages/snapshot.ts'
import type { Attachment } from '../records/attachment.ts'

/** What an erasure puts in the place of what is stored, and what it takes away: nothing else changes a row that is written once. */
export interface Rewrites {
  /** In the place of those with their ids; where they stand, and what they are found by, stays. */
  readonly observations: readonly Observation[]
  readonly events: readonly Event[]
  readonly facts: readonly Fact[]
  readonly attachments: readonly Attachment[]
  /** Idempotency keys that are free again. */
  readonly keys: readonly string[]
  /** Names of counters that go: one that is not there is 0. */
  readonly guards: readonly string[]
  /** Names of import marks that go. */
  readonly importMarks: readonly string[]
  /** State records about these observations go. */
  readonly recordsAbout: readonly ObservationId[]
  /** All state records of these conversations go. */
  readonly recordsIn: readonly ConversationId[]
}

export const noRewrites: Rewrites = {
  ...{
    observations: [],
    events: [],
    facts: [],
    attachments: [],
    keys: [],
    guards: [],
    importMarks: [],
    recordsAbout: [],
    recordsIn: [],
  },
}

/** Returns about how many rows they are. */
export function weightOfRewrites(rewrites: Rewrites | undefined): number {
  const kinds: readonly (readonly unknown[])[] = rewrites === undefined ? [] : Object.values(rewrites)
  return kinds.reduce((sum, rows) => sum + rows.length, 0)
}
