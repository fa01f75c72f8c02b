import type { Json, PathUsage } from '../../domain/model.ts'
import type { BackupLine } from '../../formats/ndjson/lines.ts'
import type { Unsegmented } from '../../formats/ndjson/values.ts'
import type { Scratch } from '../../formats/scratch.ts'
import type { WrongSums } from './checks/places.ts'

/** Sums of paths that a file has wrong. */
export interface Sums extends WrongSums {
  /** Returns a line with what its path sums. */
  readonly corrected: (line: BackupLine) => BackupLine
  readonly count: () => number
}

/**
 * A backup whose sums of paths are wrong is taken all the same: they follow from the rest, and a backup that cannot be restored
 * is worth nothing. They are computed again, but for a merge: what the store has below the same nodes follows from them as they are.
 */
export function sumsIn(scratch: Scratch, merge: boolean, part: number): Sums {
  const usageByNode = scratch.map<PathUsage>('sums')
  let count = 0
  return {
    areCorrected: !merge,
    on: (id, usage) => {
      count++
      if (!merge) usageByNode.set(`${part} ${id}`, usage)
    },
    corrected: (line) => {
      if (count === 0 || line.line !== 'observation') return line
      const { place, ...node } = line.value as unknown as Unsegmented
      const usage = usageByNode.get(`${part} ${node.id}`)
      return usage === undefined ? line : { ...line, value: { ...node, place: { ...place, usage } } as unknown as Json }
    },
    count: () => count,
  }
}
