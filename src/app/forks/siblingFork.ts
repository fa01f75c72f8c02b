import { withHead } from '../../domain/tree/growth.ts'
import type { Conversation, ForkedFrom, TreeNode } from '../../domain/model.ts'
import { forkOf } from '../../domain/messages/newConversation.ts'
import { emptyPathHash } from '../../domain/tree/pathHash.ts'
import type { Scope } from '../scope.ts'
import { createDraft, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { textOfFork } from '../read/titles/titleAndPreview.ts'
import { runsOfFork } from '../runs/runs.ts'

/** Returns the draft of a fork beside a conversation, at the head that the loser of a race expected. */
export async function siblingDraft(scope: Scope, source: Conversation, point: TreeNode | null): Promise<Draft> {
  const id = scope.fresh.id()
  const pathHash = point?.place.pathHash ?? emptyPathHash
  const forked = newEvent(scope, 'FORK', id, {
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
  const fork = forkOf(source, point, from, { id, createdAt: scope.fresh.now(), ...runsOfFork(source.runs.completed) })
  const draft = createDraft(scope, null, withHead(fork, point, textOfFork(source)), point)
  draft.events.push(forked, newEvent(scope, 'FORK', source.id, { pathHash, details: { fork: id } }))
  return draft
}
