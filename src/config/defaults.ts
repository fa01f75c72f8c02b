/** Bounds that the operator may set. */
export interface Limits {
  /** Items in a list that has no cursor. */
  readonly list: number
  /** Entries of a context, which has none either: the sessions of agents are long. */
  readonly context: number
  /** How far `totalCount` counts before it is null. */
  readonly count: number
  /** UTF-8 bytes of one turn's content. */
  readonly turnBytes: number
  /** Bytes of one attachment. */
  readonly attachmentBytes: number
  /** Forks at one place that are not deleted, before each more of them warns; null: none warns. */
  readonly openForks: number | null
  /** Days after which an idempotency key is as if it was never used. */
  readonly keyDays: number
}
export const defaultLimits: Limits = {
  list: 1000,
  context: 10_000,
  count: 10_000,
  turnBytes: 4 * 1024 * 1024,
  attachmentBytes: 100 * 1024 * 1024,
  openForks: null,
  keyDays: 30,
}

/** Bounds of the subscriptions of one process. */
export interface WatchLimits {
  /** How often other processes' writes are looked for. */
  readonly intervalMs: number
  /** Subscriptions at once. */
  readonly subscriptions: number
  /** Those of one tenant. */
  readonly share: number
  /** Events that may wait for one subscriber. */
  readonly buffer: number
}
