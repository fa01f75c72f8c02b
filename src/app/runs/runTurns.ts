import type { TreeNode } from '../../domain/model.ts'
import type { Draft } from '../write/draft/draft.ts'
import { nodesOf } from '../read/paths.ts'

const pageLength = 200

/** Walks the head's path from a depth on, in pages, root first. */
export async function* nodesSince(
  { reads, head }: Pick<Draft, 'reads' | 'head'>,
  depth: number,
): AsyncGenerator<TreeNode[]> {
  const last = head?.place.depth ?? -1
  for (let from = depth; head !== null && from <= last; from += pageLength)
    yield await nodesOf(reads, head, 'depth', from, Math.min(last, from + pageLength - 1))
}
