import type { Segment } from '../../../domain/model.ts'
import { int, type Properties } from '../properties/rows.ts'

/** Returns the rows of the edges by which segments leave others; a root segment leaves none. */
export function exitRows(segments: readonly Pick<Segment, 'id' | 'exit'>[]): Properties[] {
  return segments.flatMap(({ id, exit }) =>
    exit === null ? [] : [{ id, exit: exit.segmentId, depth: int(exit.depth) }],
  )
}
