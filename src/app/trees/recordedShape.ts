import type { TreeShape } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'

interface Shaped {
  readonly id: string
  /** The observation that it was forked at; null where it is no fork, or one of the empty path. */
  readonly forkPointId: string | null
  /** With what it inherited. */
  readonly shape: TreeShape
}

/** Returns the shape of what a conversation recorded itself. */
export async function recordedShape(scope: Scope, { id, forkPointId, shape }: Shaped): Promise<TreeShape> {
  const place = forkPointId === null ? null : (await scope.reads.observation(forkPointId))?.place
  if (!place || forkPointId === null) return shape
  const nodes = shape.nodes - place.depth - 1
  // While nothing recorded in it continues its point, that is a leaf of it, and another conversation's node.
  const isLeaf = nodes === 0 || (await scope.reads.junction(id, forkPointId)) === null
  return {
    ...shape,
    nodes,
    roots: shape.roots - 1,
    leaves: shape.leaves - (isLeaf ? 1 : 0),
    toolCalls: shape.toolCalls - place.calls,
  }
}
