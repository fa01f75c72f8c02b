import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { Run, RunEnd } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import { type PointRef, conversationOf } from '../read/view.ts'
import { copyInto, selectionAt } from '../forks/pathCopy.ts'
import { cutOf } from '../forks/forkPoint.ts'
import { siblingDraft } from '../forks/siblingFork.ts'
import { contextAt } from './transcript.ts'
import { headOf } from '../read/paths.ts'
import type { TranscriptEntry, TranscriptValues } from './transcripts.ts'

/** Returns what a model would be sent at the head or at a point of the conversation with that id; see `contextOf`. */
export async function context(
  scope: Scope,
  conversationId: string,
  at: PointRef | null,
  values: TranscriptValues = 'CURRENT',
): Promise<TranscriptEntry[]> {
  return contextOf(scope, await conversationOf(scope, conversationId), at, values)
}

/**
 * Returns what a model would be sent at the head or at a point of a conversation: what a fork made there would be sent,
 * at a run without the turns of runs that were not completed by then (design §5).
 */
export async function contextOf(
  scope: Scope,
  conversation: Conversation,
  at: PointRef | null,
  values: TranscriptValues = 'CURRENT',
): Promise<TranscriptEntry[]> {
  const head = await headOf(scope, conversation)
  const cut = (await cutOf({ conversation, head, reads: scope.reads }, at, null)) ?? { node: head }
  const { node, run } = cut
  return run?.end?.leftOut == null
    ? contextAt(scope, conversation, node, values)
    : contextAtRun(scope, conversation, run, run.end, values)
}

/** The fork is drafted and never written; its copies are shown as the turns that they are of. */
async function contextAtRun(
  scope: Scope,
  conversation: Conversation,
  run: Run,
  end: RunEnd,
  values: TranscriptValues,
): Promise<TranscriptEntry[]> {
  const selection = await selectionAt(scope.reads, run, end)
  const draft = await siblingDraft(scope, conversation, selection.shared)
  await copyInto(scope, draft, selection)
  const entries = await contextAt({ ...scope, reads: draft.reads }, conversation, draft.head, values)
  return Promise.all(
    entries.map(async (entry) => {
      const { id, copyOf } = entry.observation
      if (copyOf === null || !draft.changes.observations.has(id)) return entry
      const observation = (await scope.reads.observation(copyOf)) as TreeNode
      return { ...entry, observation, inherited: observation.conversationId !== conversation.id }
    }),
  )
}
