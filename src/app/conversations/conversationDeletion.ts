import type { Conversation } from '../../domain/model.ts'
import { notFound } from '../../domain/refusals.ts'
import { activeRuns } from '../../domain/records/run.ts'
import type { Frontier } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import type { ConversationRecord, ConversationResult } from './createConversation.ts'
import { commit, type Plan, type LaneState, type WriteScope } from '../write/lanes/commit.ts'
import { afterOf, changesOf, createDraft, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { command } from '../write/command.ts'
import type { Delete } from '../write/draft/deletion.ts'
import { asTreeNode } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'

/** Null where there was nothing to delete. */
export interface DeletionResult extends Omit<ConversationResult, 'conversation'> {
  readonly conversation: Conversation | null
}

/** A command that takes a conversation out of the lists, or brings it back. */
export interface Deletion {
  readonly operation: string
  readonly kind: 'DELETE' | 'RESTORE'
  readonly input: Delete
}

/** Deletes or restores a conversation; what was inherited from it stays as it is. Refuses an unknown one. */
export async function deleteOrRestore(scope: Scope, deletion: Deletion): Promise<ConversationResult> {
  return command(scope, deletion.input, {
    operation: deletion.operation,
    decide: (commandScope) => perform(commandScope, deletion),
    load: async ({ conversationId }: ConversationRecord) => ({
      conversation: await conversationOf(scope, conversationId),
    }),
  })
}

/** Thrown when the conversation has come to be another one's sidechain since it was looked at. */
class Moved extends Error {}

async function perform(
  scope: WriteScope<ConversationRecord>,
  deletion: Deletion,
): Promise<{ readonly conversation: Conversation }> {
  for (;;) {
    const { sidechainOf } = await conversationOf(scope, deletion.input.id)
    const ids = [deletion.input.id, ...(sidechainOf === null ? [] : [sidechainOf])]
    try {
      const decided = async (laneStates: readonly LaneState[]) => decide(scope, deletion, sidechainOf, laneStates)
      return { conversation: (await commit(scope, ids, decided)).result }
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      scope.reads.clear()
    }
  }
}

function decide(
  scope: Scope,
  { kind, input }: Deletion,
  sidechainOf: string | null,
  [own, callers]: readonly LaneState[],
): Plan<Conversation, ConversationRecord> {
  const before = own?.frontier?.conversation
  if (!own?.frontier || !before) throw notFound('Conversation', input.id)
  if (before.sidechainOf !== sidechainOf) throw new Moved()
  if (kind === 'DELETE') checkRuns(before)
  const event = newEvent(scope, kind, input.id, { note: input.note })
  const after = { ...before, deletedAt: kind === 'DELETE' ? (before.deletedAt ?? event.at) : null }
  const draft = createDraft(scope, own.frontier, after, asTreeNode(own.frontier.head))
  draft.events.push(event)
  const by = Number(before.deletedAt !== null) - Number(after.deletedAt !== null)
  const drafts = callers?.frontier && by !== 0 ? [draft, callerOf(scope, callers.frontier, by)] : [draft]
  const changes = changesOf(drafts)
  const result = changes.conversations[0]?.value ?? after
  return { changes, after: afterOf(drafts), result, record: { conversationId: input.id } }
}

/** A deleted conversation leaves the sidechains of the one that started it. */
function callerOf(scope: Scope, frontier: Frontier, by: number): Draft {
  const { conversation, head } = frontier
  const { shape } = conversation
  const counted = { ...conversation, shape: { ...shape, sidechains: Math.max(0, shape.sidechains + by) } }
  return createDraft(scope, frontier, counted, asTreeNode(head))
}

function checkRuns({ id, runs }: Conversation): void {
  if (runs.open.length === 0) return
  const openRunIds = runs.open.map(({ runId }) => runId)
  throw activeRuns(id, openRunIds, 'the conversation cannot be deleted before they are completed or aborted')
}
