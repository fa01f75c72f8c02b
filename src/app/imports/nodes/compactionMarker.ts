import { summaryPlace } from '../../../domain/context/markers.ts'
import type { Marker, Span, TreeNode } from '../../../domain/model.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { isOnPath } from '../../read/paths.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { Known } from '../job/importJob.ts'

/** Returns the marker of a compaction: it hides everything before it, but what it says that it kept. */
export async function compactionMarker(
  draft: Draft,
  parent: TreeNode | null,
  node: PlannedNode,
  find: (id: string) => Known | null,
): Promise<Marker> {
  const none = { span: null, keep: [], summary: node.summary, cancels: null, targets: [], sidechains: null }
  // A summary of what the file does not have stands before everything.
  if (parent === null) return node.summary === null ? none : { ...none, span: { from: 0, to: -1 } }
  const keep: Span[] = []
  let before = 0
  for (const [at, [first, last]] of node.keep.entries()) {
    const [from, to] = [find(first)?.node, find(last)?.node]
    if (
      from &&
      to &&
      from.place.depth <= to.place.depth &&
      (await isOnPath(draft.reads, from, to)) &&
      (await isOnPath(draft.reads, to, parent))
    ) {
      keep.push({ from: from.place.depth, to: to.place.depth })
      if (at < node.summaryAt) before++
    }
  }
  if (before > 0) keep.splice(before, 0, summaryPlace)
  return { ...none, span: { from: 0, to: parent.place.depth }, keep, targets: [parent.place.pathHash] }
}
