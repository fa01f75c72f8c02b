import type { Conversation, TreeNode } from '../../domain/model.ts'
import { claim } from '../../domain/records/run.ts'
import type { Refusal } from '../../domain/refusals.ts'
import { manyOpenForks } from '../forks/openForks.ts'
import { siblingDraft } from '../forks/siblingFork.ts'
import { belongsHere, placeOf } from '../read/view.ts'
import { bringRuns } from '../runs/broughtRuns.ts'
import { keepRun } from '../runs/runs.ts'
import type { Scope } from '../scope.ts'
import { withRecords, writeRecords } from '../stateRecords/writeRecords.ts'
import type { Draft } from '../write/draft/draft.ts'
import { commit, type WriteScope } from '../write/lanes/commit.ts'
import { planOf, storeAll, type TurnBatch, type TurnPlan, type TurnRecord } from './batch.ts'
import type { StoreResult } from './storeInDraft.ts'
import { addRelationships } from './turnRelationships.ts'

/** The loser of a race for the head becomes a fork beside the winner: it continues the head that it expected. */
export async function storeInSibling(
  scope: WriteScope<readonly TurnRecord[]>,
  batch: TurnBatch,
  sourceId: string,
  moved: Refusal,
): Promise<StoreResult[]> {
  const source = await scope.reads.conversation(sourceId)
  const point = batch.expectedHeadId == null ? null : await placeOf(scope.reads, batch.expectedHeadId)
  if (
    !source ||
    (batch.expectedHeadId != null &&
      (!point || !(await belongsHere({ conversation: source, head: null, reads: scope.reads }, point))))
  )
    throw moved
  const first = await planOfSibling(scope, batch, source, point)
  const again = () => planOfSibling(scope, batch, source, point)
  const lane = first.result.map(({ conversation }) => conversation.id).slice(0, 1)
  const { result } = await commit(scope, lane, (_, attempt) => (attempt === 1 ? Promise.resolve(first) : again()))
  return result
}

async function planOfSibling(
  scope: Scope,
  batch: TurnBatch,
  source: Conversation,
  point: TreeNode | null,
): Promise<TurnPlan> {
  const draft = await siblingDraft(scope, source, point)
  claimAgain(scope, draft, source, batch)
  const brought = bringRuns(scope, batch.runs ?? [], batch.turns)
  const [first, ...others] = await storeAll(scope, { ...batch, brought }, () => draft, false)
  const many = await manyOpenForks(scope, source, point)
  const stored = first ? [{ ...first, warnings: [...first.warnings, ...many] }, ...others] : []
  await addRelationships(scope, [draft])
  const plan = planOf(scope, [draft], stored, true)
  if (!batch.stateRecords) return plan
  // Its records go where its turns go.
  const made = stored.map(({ observation }) => observation)
  const written = await writeRecords(scope, draft, batch.stateRecords.records, made)
  return {
    ...plan,
    changes: plan.changes && withRecords(scope, draft.conversation.id, plan.changes, written.changes),
  }
}

/** The runs of the turns go on in the sibling, where they are open as they are in the source. */
function claimAgain(scope: Scope, draft: Draft, source: Conversation, batch: TurnBatch): void {
  const head = draft.head && { id: draft.head.id, depth: draft.head.place.depth }
  for (const { runId } of source.runs.open.filter((run) => batch.turns.some((turn) => turn.runId === run.runId))) {
    const of = { conversationId: draft.conversation.id, runId, exclusive: false, at: scope.fresh.now(), head }
    keepRun(scope, draft, claim(draft.conversation.runs, of), { details: { exclusive: false } })
  }
}
