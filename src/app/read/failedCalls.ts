import type { TreeShape } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'

/** A shape, and what counts how many of its tool calls failed. */
export interface CountedShape extends TreeShape {
  readonly failedCalls: () => Promise<number>
}

/** Returns a shape with the failed calls that some conversations recorded. */
export function withFailedCalls({ reads }: Scope, shape: TreeShape, ids: readonly string[]): CountedShape {
  const failedCalls = async (): Promise<number> => {
    const counts = await Promise.all(ids.map((id) => reads.failedCalls(id)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return { ...shape, failedCalls }
}
