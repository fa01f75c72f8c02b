import type { Changes } from '../../src/domain/changes.ts'
import type { Work } from '../support/measure.ts'

/**
 * The raw store: the same rows with the same keys and indexes, written durably in the plainest fast way, with nothing
 * of ours before it. Rows are made ready before the clock starts; nothing is checked, nothing is decided.
 */
export interface Raw {
  /** Writes what later rows stand on, untimed. */
  seed(changes: readonly Changes[]): Promise<void>
  /** Returns the write of one stored turn. */
  append(changes: Changes): Work
  /** Returns the write of one fork. */
  fork(changes: Changes): Work
  /** Returns the write of many rows at once. */
  batch(changes: Changes): Work
  /** Returns the reading of some turns of a segment, as rows. */
  page(segmentId: string, from: number, to: number): Work
  close(): Promise<void>
}

/** Numbers events as the store does: per conversation, from 1. */
export function eventNumbers(): (conversationId: string) => number {
  const last = new Map<string, number>()
  return (id) => {
    const seq = (last.get(id) ?? 0) + 1
    last.set(id, seq)
    return seq
  }
}
