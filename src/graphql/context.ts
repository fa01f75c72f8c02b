import type { Act } from '../app/act.ts'

/** What resolvers work with: one request. */
export interface Context {
  /** For reading; its store is given up with the request. */
  readonly act: Act
  /** For one mutation: reads of its own, and a store that finishes what it began. */
  newAct(): Act
}
