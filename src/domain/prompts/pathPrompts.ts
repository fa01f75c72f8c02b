import { callIds } from '../messages/blocks.ts'
import type { Observation, PathPrompts } from '../model.ts'
import { outcomeOf } from './outcome.ts'
import { beginsRow } from './promptOf.ts'

type Stored = Pick<Observation, 'kind' | 'role' | 'blocks' | 'fields' | 'erased'>

/** What the empty path comes to. */
export const noPrompts: PathPrompts = { count: 0, last: null, notes: 0, failures: 0, declined: 0 }

/** Returns what a path comes to with one more node at its end, at this depth. */
export function promptsAfter(above: PathPrompts, node: Stored, depth: number): PathPrompts {
  const begins = beginsRow(node)
  let { failures, declined } = above
  failures += node.erased?.failed ?? 0
  declined += node.erased?.declined ?? 0
  for (const block of node.blocks) {
    if (block.type !== 'toolResult' || node.erased !== undefined) continue
    const outcome = outcomeOf(block)
    if (outcome === 'FAILED') failures++
    else if (outcome === 'DECLINED') declined++
  }
  const notes = above.notes + (isNote(node, begins) ? 1 : 0)
  // Nearly every answer and result changes nothing, and then all of them share one object.
  if (!begins && notes === above.notes && failures === above.failures && declined === above.declined) return above
  return {
    count: above.count + (begins ? 1 : 0),
    last: begins ? depth : above.last,
    ...{ notes, failures, declined },
  }
}

/** A result that came as a turn of the user belongs to its call: it is no note. */
function isNote({ kind, role, blocks }: Stored, begins: boolean): boolean {
  if (kind !== 'TURN' || role === 'SYSTEM' || role === null) return true
  return role === 'USER' && !begins && !blocks.some(({ type }) => type === 'toolResult') && callIds(blocks).length === 0
}

/** How the sums lie in a store: a prompt's depth is -1 where there is none. */
type Packed = readonly number[]

/** Returns the sums as they lie in a store; undefined where there is nothing to sum. */
export function packPrompts({ count, last, notes, failures, declined }: PathPrompts): Packed | undefined {
  const packed = [count, last ?? -1, notes, failures, declined]
  return packed.every((number, i) => number === (i === 1 ? -1 : 0)) ? undefined : packed
}

/** Returns what `packPrompts` packed. */
export function unpackPrompts(packed: Packed | undefined): PathPrompts {
  if (packed === undefined) return noPrompts
  const [count = 0, last = -1, notes = 0, failures = 0, declined = 0] = packed
  return { count, last: last < 0 ? null : last, notes, failures, declined }
}
