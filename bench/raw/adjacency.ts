import type { Work } from '../support/measure.ts'

/** Which fifty turns of a path are read. */
export type End = 'newest' | 'middle' | 'oldest'

/** How many turns a page has. */
export const pageSize = 50

/**
 * What a reader would write without the product: messages that know the one before them, conversations that know their
 * last one, and a recursive query for a path. As durable as the product; it checks nothing, and nobody is told of anything.
 */
export interface Adjacency {
  /** Stores a conversation of so many turns of 1 KB, untimed. */
  seed(id: string, turns: number): Promise<void>
  /** Returns the write of one more turn of 1 KB. */
  append(id: string): Work
  /** Returns the write of a conversation that goes on where another one stands. */
  fork(source: string, id: string): Work
  /** Returns the reading of fifty turns of a path. */
  page(id: string, end: End): Work
  /** Returns the counting of a path's turns. */
  count(id: string): Work
  close(): Promise<void>
}
