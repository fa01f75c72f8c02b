import { withHead } from '../domain/growth.ts'
import type { Conversation, ForkedFrom, TreeNode } from '../domain/model.ts'
import { forkOf } from '../domain/newConversation.ts'
import { emptyPathHash } from '../domain/pathHash.ts'
import type { Act } from './act.ts'
import { createDraft, type Draft } from './drafts.ts'
import { eventOf } from './events.ts'
import { textAt } from './headText.ts'
import { runsOfFork } from './runs.ts'

/** Returns the draft of a fork beside a conversation, at the head that the loser of a race expected. */
export async function siblingDraft(act: Act, source: Conversation, point: TreeNode | null): Promise<Draft> {
  const id = act.fresh.id()
  const pathHash = point?.place.pathHash ?? emptyPathHash
  const forked = eventOf(act, 'FORK', id, {
    pathHash,
    details: {
      source: source.id,
      onConflict: 'FORK',
      ...(source.runs.completed > 0 && { completedRuns: source.runs.completed }),
    },
  })
  const from: ForkedFrom = {
    conversationId: source.id,
    observationId: point?.id ?? null,
    turn: point?.place.turns ?? null,
    pathHash,
    eventId: forked.id,
  }
  const fork = forkOf(source, point, from, { id, createdAt: act.fresh.now(), ...runsOfFork(source.runs.completed) })
  const draft = createDraft(act, null, withHead(fork, point, await textAt(act.reads, point)), point)
  draft.events.push(forked, eventOf(act, 'FORK', source.id, { pathHash, details: { fork: id } }))
  return draft
}
