import type { TreeNode } from '../../../domain/model.ts'
import type { ImportState } from '../../../domain/records/importMarks.ts'
import { isOnPath } from '../../read/paths.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { PlacedNodes } from '../placing.ts'
import { progressOf, type ImportJob } from './importJob.ts'

/** Says whether no host has moved the head since the last import. */
export const isOurs = (left: ImportState | null, headId: string | null) =>
  left === null ? headId === null : left.head === headId

/** The head follows the file as long as no host has moved it, or the file goes on from there; it never goes back. */
export async function mayMove(
  run: ImportJob,
  draft: Draft,
  left: ImportState | null,
  placed: Pick<PlacedNodes, 'headSeen' | 'continued'>,
  to: TreeNode | null,
): Promise<boolean> {
  const { conversation, head, before } = draft
  // A conversation that stands nowhere, as after an undo of its import, stands where what comes ends.
  if (before === null || head === null) return true
  if (to !== null && to.id === conversation.headId) return true
  if (!isOurs(left, conversation.headId)) {
    const goesOn = placed.continued.has(conversation.id)
    if (goesOn && (await isOnPath(draft.reads, head, to))) return true
    run.findings.once(
      null,
      'HEAD_KEPT',
      `The head of "${conversation.id}" stays where it was put since the last import.`,
    )
    return false
  }
  if (progressOf(run, conversation.id).isNew) return true
  if (placed.headSeen.has(conversation.id) || progressOf(run, conversation.id).headSeen) return true
  if (to === null) return false
  if (await isOnPath(draft.reads, head, to)) return true
  return to.observedAt > head.observedAt && !(await isOnPath(draft.reads, to, head))
}
