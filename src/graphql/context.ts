import type { Act } from '../app/act.ts'
import type { Probing } from '../app/probing/responder.ts'
import type { Watches } from '../app/watching/watches.ts'

/** What resolvers work with: one request. */
export interface Context {
  /** For reading; its store is given up with the request. */
  readonly act: Act
  /** For one mutation: reads of its own, and a store that finishes what it began. */
  newAct(): Act
  /** The conversations that somebody follows. */
  readonly watches: Watches
  readonly probing: Probing
}
