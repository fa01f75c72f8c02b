/** Tells whether the database behind a store is gone: it takes no connection. One that is slow, silent or halted takes them. */
export interface Presence {
  /** Returns the answer; rejects with StoreGone once the database is gone before it answered. */
  failWhenDisconnected<T>(answer: Promise<T>): Promise<T>
}
