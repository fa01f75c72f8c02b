/** Before every time of a conversation: these are times of the database. */
export const FIRST_TIME = "localdatetime('0000-01-01T00:00')"

/** What a list of nodes is: whose, in which order, and what is read of each. */
export interface ListShape {
  readonly node: string
  readonly owner: string
  readonly time: string
  readonly first?: string
  readonly order: 'oldestFirst' | 'newestFirst'
  readonly id: string
  /** A further condition, when not all are listed. */
  readonly only?: string
  /** A property that the index ends with, which those that are not listed lack. */
  readonly having?: string
  /** Where the owner has two parts: what the second one is of. */
  readonly within?: string
  /** What to look up for an item, when the item is not the node itself. */
  readonly lookUp?: string
  readonly projection: string
}
