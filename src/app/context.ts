import type { Conversation, TreeNode } from '../domain/model.ts'
import type { Run, RunEnd } from '../domain/things.ts'
import type { Act } from './act.ts'
import type { PointRef } from './inputs.ts'
import { copyInto, selectionAt } from './pathCopy.ts'
import { cutOf } from './points.ts'
import { siblingDraft } from './siblings.ts'
import { contextAt, headOf } from './transcript.ts'
import type { TranscriptEntry } from './transcripts.ts'
import { conversationOf } from './treeQueries.ts'

/**
 * Returns what a model would be sent at the head or at a point of a conversation: what a fork made there would be sent,
 * at a run without the turns of runs that were not completed by then (design §5).
 */
export async function context(act: Act, conversationId: string, at: PointRef | null): Promise<TranscriptEntry[]> {
  const conversation = await conversationOf(act, conversationId)
  const head = await headOf(act, conversation)
  const cut = (await cutOf({ conversation, head, reads: act.reads }, at, null)) ?? { node: head }
  const { node, run } = cut
  return run?.end?.leftOut == null ? contextAt(act, conversation, node) : contextAtRun(act, conversation, run, run.end)
}

/** The fork is drafted and never written; its copies are shown as the turns that they are of. */
async function contextAtRun(act: Act, conversation: Conversation, run: Run, end: RunEnd): Promise<TranscriptEntry[]> {
  const selection = await selectionAt(act.reads, run, end)
  const draft = await siblingDraft(act, conversation, selection.shared)
  await copyInto(act, draft, selection)
  const entries = await contextAt({ ...act, reads: draft.reads }, conversation, draft.head)
  return Promise.all(
    entries.map(async (entry) => {
      const { id, copyOf } = entry.observation
      if (copyOf === null || !draft.observations.has(id)) return entry
      const observation = (await act.reads.observation(copyOf)) as TreeNode
      return { ...entry, observation, inherited: observation.conversationId !== conversation.id }
    }),
  )
}
