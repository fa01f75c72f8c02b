import type { Conversation } from '../domain/model.ts'
import { notFound } from '../domain/refusals.ts'
import { activeRuns } from '../domain/runs.ts'
import type { Frontier } from '../storage/graphStore.ts'
import type { Act, ConversationResult } from './act.ts'
import { commit, type Plan, type Standing } from './commit.ts'
import { afterOf, changesOf, createDraft, type Draft } from './drafts.ts'
import { eventOf } from './events.ts'
import { once, type Bind } from './idempotency.ts'
import type { Delete } from './inputs.ts'
import { treeNode } from './paths.ts'

/** A command that takes a conversation out of the lists, or brings it back. */
export interface Deletion {
  readonly operation: string
  readonly kind: 'DELETE' | 'RESTORE'
  readonly input: Delete
}

/** Deletes or restores a conversation; what was inherited from it stays as it is. Refuses an unknown one. */
export async function deleteOrRestore(act: Act, deletion: Deletion): Promise<ConversationResult> {
  const { idempotencyKey: key, ...compared } = deletion.input
  return once<ConversationResult>(act, {
    operation: deletion.operation,
    key,
    input: compared,
    perform: (bind) => perform(act, deletion, bind),
    replay: async () => ({ conversation: await known(act, deletion.input.id), replayed: true }),
  })
}

async function known(act: Act, id: string): Promise<Conversation> {
  const conversation = await act.reads.conversation(id)
  if (conversation === null) throw notFound('Conversation', id)
  return conversation
}

/** Thrown when the conversation has come to be another one's sidechain since it was looked at. */
class Moved extends Error {}

async function perform(act: Act, deletion: Deletion, bind: Bind): Promise<ConversationResult> {
  for (;;) {
    const { sidechainOf } = await known(act, deletion.input.id)
    const ids = [deletion.input.id, ...(sidechainOf === null ? [] : [sidechainOf])]
    try {
      const decided = (standings: readonly Standing[]) => decide(act, deletion, sidechainOf, standings, bind)
      const { result } = await commit(act, ids, (standings) => Promise.resolve(decided(standings)))
      return { conversation: result, replayed: false }
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      act.reads.clear()
    }
  }
}

function decide(
  act: Act,
  { kind, input }: Deletion,
  sidechainOf: string | null,
  [own, callers]: readonly Standing[],
  bind: Bind,
): Plan<Conversation> {
  const before = own?.frontier?.conversation
  if (!own?.frontier || !before) throw notFound('Conversation', input.id)
  if (before.sidechainOf !== sidechainOf) throw new Moved()
  if (kind === 'DELETE') checkRuns(before)
  const event = eventOf(act, kind, input.id, { note: input.note })
  const after = { ...before, deletedAt: kind === 'DELETE' ? (before.deletedAt ?? event.at) : null }
  const draft = createDraft(act, own.frontier, after, treeNode(own.frontier.head))
  draft.events.push(event)
  const by = Number(before.deletedAt !== null) - Number(after.deletedAt !== null)
  const drafts = callers?.frontier && by !== 0 ? [draft, callerOf(act, callers.frontier, by)] : [draft]
  const changes = changesOf(drafts, bind({ conversationId: input.id }))
  return { changes, after: afterOf(drafts), result: changes.conversations[0]?.value ?? after }
}

/** A deleted conversation leaves the sidechains of the one that started it. */
function callerOf(act: Act, frontier: Frontier, by: number): Draft {
  const { conversation, head } = frontier
  const { shape } = conversation
  const counted = { ...conversation, shape: { ...shape, sidechains: Math.max(0, shape.sidechains + by) } }
  return createDraft(act, frontier, counted, treeNode(head))
}

function checkRuns({ id, runs }: Conversation): void {
  if (runs.open.length === 0) return
  const openRunIds = runs.open.map(({ runId }) => runId)
  throw activeRuns(id, openRunIds, 'the conversation cannot be deleted before they are completed or aborted')
}
