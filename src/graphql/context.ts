import type { Scope } from '../app/scope.ts'
import type { Gates } from '../app/merges/gate.ts'
import type { Asking } from '../app/answers/asking.ts'
import type { SignAddress } from './downloadUrl.ts'
import type { Watches } from '../app/subscriptions/watches.ts'

/** What resolvers work with: one request. */
export interface Context {
  /** For reading; its store is given up with the request. */
  readonly scope: Scope
  /** For one mutation: reads of its own, and a store that finishes what it began. */
  newScope(): Scope
  /** The conversations that somebody follows. */
  readonly watches: Watches
  readonly probing: Asking
  /** What judges evidence. */
  readonly gates: Gates
  /** Signs addresses of downloads; null: they open to anybody. */
  readonly sign: SignAddress | null
  /** Takes points of whoever asks; absent: nothing is counted. */
  readonly spend?: ((points: number) => Promise<void>) | undefined
}
