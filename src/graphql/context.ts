import type { Scope } from '../app/scope.ts'
import type { Gates } from '../app/merges/gate.ts'
import type { Asking } from '../app/answers/asking.ts'
import type { SignAddress } from './downloadUrl.ts'
import type { Watches } from '../app/subscriptions/watches.ts'

/** The header of a request and its answer that says what was seen; where there are no headers, it is `extensions.seen`. */
export const seenHeader = 'x-turngraph-seen'

/** What a request has seen of a cluster, in the words of clients. */
export interface Seen {
  /** Takes the tokens that the request came with. */
  readonly admit: (tokens: string) => void
  /** Returns the token for the answer; null where nothing can be said. */
  readonly token: () => string | null
}

/** What resolvers work with: one request. */
export interface Context {
  /** For reading; its store is given up with the request. */
  readonly scope: Scope
  /** For one mutation: reads of its own, and a store that finishes what it began. */
  newScope(): Scope
  /** The conversations that clients follow. */
  readonly watches: Watches
  readonly probing: Asking
  /** What judges evidence. */
  readonly gates: Gates
  /** Signs addresses of downloads; null: addresses need no signature. */
  readonly sign: SignAddress | null
  /** Takes points from the caller's quota; absent: nothing is counted. */
  readonly spend?: ((points: number) => Promise<void>) | undefined
  /** For work that goes on after its request: has a function called once the caller may do it no more, and returns what stops that. */
  readonly onRevoked?: Asking['onRevoked']
  /** Absent where all is read at the leader. */
  readonly seen?: Seen | undefined
}
