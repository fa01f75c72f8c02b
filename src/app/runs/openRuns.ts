import type { OpenRun, TreeNode } from '../../domain/model.ts'
import { activeRuns, checkOpen } from '../../domain/records/run.ts'
import type { Draft } from '../write/draft/draft.ts'
import { isOnPath, asTreeNode } from '../read/paths.ts'
import { runOf } from './runs.ts'

/** Refuses a turn of a run that is not open here. One that is open needs no read. */
export async function checkRunOf(draft: Draft, runId: string): Promise<void> {
  const { conversation } = draft
  if (conversation.runs.open.some((run) => run.runId === runId)) return
  checkOpen(conversation.id, runId, await runOf(draft, runId))
}

/** Refuses to move the head to where an open run has not begun: before its start, or on a path that lacks it (design §5). */
export async function checkOpenRuns(draft: Draft, to: TreeNode | null): Promise<void> {
  const { runs, id } = draft.conversation
  const began = await Promise.all(runs.open.map((run) => hasBegun(draft, run, to)))
  const open = runs.open.flatMap((run, i) => (began[i] ? [] : [run.runId]))
  if (open.length > 0)
    throw activeRuns(id, open, 'the head cannot move to before where it began', { headId: to?.id ?? null })
}

async function hasBegun({ reads, head }: Draft, { startHeadId }: OpenRun, to: TreeNode | null): Promise<boolean> {
  if (startHeadId === null || to?.id === startHeadId || (to !== null && to.id === head?.id)) return true
  const start = asTreeNode(await reads.observation(startHeadId))
  return start !== null && isOnPath(reads, start, to)
}
