import { isMarker } from '../../domain/context/bends.ts'
import type { TreeNode } from '../../domain/model.ts'
import type { Hiding } from '../../domain/context/markers.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import { isOnPath, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft/draft.ts'
import { appendMarker, type MarkerInput, type MarkerResult } from './appendMarker.ts'

export interface CancelMarker extends MarkerInput {
  readonly markerId: string
}

/** Undoes a marker of the head's path on this branch: what it hid is read again. `undo` takes the cancel back (design §6). */
export function cancelMarker(scope: Scope, input: CancelMarker): Promise<MarkerResult> {
  return appendMarker(scope, {
    operation: 'cancelMarker',
    event: 'CANCEL',
    input,
    decide: async (draft, holds) => {
      const { id, place } = await cancellable(draft, holds, input.markerId)
      const rule = { span: null, keep: [], summary: null, sidechains: null }
      return { kind: 'CANCEL', marker: { ...rule, cancels: id, targets: [place.pathHash] }, names: { cancels: id } }
    },
  })
}

async function cancellable(draft: Draft, holds: readonly Hiding[], markerId: string): Promise<TreeNode> {
  const marker = asTreeNode(await draft.reads.observation(markerId))
  if (!marker || !(await isOnPath(draft.reads, marker, draft.head))) throw notFound('Marker', markerId)
  if (holds.some(({ id }) => id === markerId)) return marker
  const why =
    !isMarker(marker) || marker.kind === 'CANCEL'
      ? 'is no compaction and no drop'
      : marker.marker?.span
        ? 'is cancelled already'
        : 'hides nothing'
  throw badInput(`"${markerId}" ${why}.`, { conversationId: draft.conversation.id, markerId }, ['markerId'])
}
