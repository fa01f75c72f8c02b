import type { SourceLine } from '../reading/lines/lines.ts'
import type { LineEntry, NodeKind } from './entry.ts'

/** Where a node stands in the file, and what its place in the tree depends on. */
export interface LineRow {
  readonly line: number
  /** Which value of its line it is. */
  readonly part: number
  readonly offset: number
  readonly length: number
  readonly parent: string | null
  readonly session: string | null
  readonly kind: NodeKind
  /** The session that it names as the one it was copied from. */
  readonly copiedFrom: string | null
  readonly sidechain: boolean
}

/** Returns what the index keeps of an entry that has an id. */
export function rowOf(
  entry: LineEntry,
  kind: NodeKind,
  line: SourceLine,
  part: number,
  session: string | null,
): LineRow {
  return {
    line: line.number,
    part,
    offset: line.offset,
    length: line.bytes.length,
    parent: entry.parentUuid,
    session,
    kind,
    copiedFrom: entry.forkedFrom,
    sidechain: entry.isSidechain,
  }
}

/** Returns a number that is higher for the better one of two lines with the same id. */
export function rankOf({ copiedFrom, parent }: LineRow): number {
  return (copiedFrom === null ? 0 : 2) + (parent === null ? 0 : 1)
}

/** Returns the id of the `count`th entry without id whose content has this hash. */
export function madeId(hash: string, count: number): string {
  return count === 1 ? hash : `${hash}-${count}`
}
