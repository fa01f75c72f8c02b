import type { PlainShape } from './plainFormula.ts'

/** A file that a conversation was imported from, counted by its entries' own ids and parents. */
export interface SourceTree extends Pick<PlainShape, 'shape' | 'danglingParents' | 'entries'> {
  /** Entries of sub-agents. */
  readonly sidechainNodes: number
  /** Branch points by what they are. */
  readonly parallelCalls: number
  readonly notes: number
  readonly ways: number
  /** Why the tree's numbers are others, in words. */
  readonly difference: string
}
