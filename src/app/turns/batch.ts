/** Turns that are stored at once, and the records beside them: what is written of them. */
import type { ConversationId } from '../../domain/model.ts'
import { ofItem, Refusal } from '../../domain/refusals.ts'
import type { RecordInput } from '../stateRecords/checkRecords.ts'
import { planOfRecords } from '../stateRecords/putRecords.ts'
import { withRecords, writeRecords } from '../stateRecords/writeRecords.ts'
import type { Scope } from '../scope.ts'
import { afterOf, changesOf, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/newEvent.ts'
import type { HeadExpectation } from '../write/expectedHead.ts'
import type { Plan } from '../write/lanes/commit.ts'
import type { Bind } from '../write/lanes/idempotency.ts'
import type { TurnInput } from './turnInput.ts'
import { storeInto, type StoreResult } from './storeInDraft.ts'
import { keptOf, type ReplayRecord } from './storedRecord.ts'
import type { Stored } from './place/target.ts'

export type Operation = 'storeTurn' | 'storeTurns'

/** The conversation that a turn goes into, and whether its branch alone names it. */
export interface PlacedTurn {
  readonly conversationId: ConversationId
  readonly isOfBranch: boolean
}

/** Turns to store at once. */
export interface Batch extends HeadExpectation {
  readonly operation: Operation
  readonly turns: readonly (TurnInput & PlacedTurn)[]
  /** What is written beside them; null: nothing. */
  readonly beside: { readonly conversationId: ConversationId; readonly records: readonly RecordInput[] } | null
}

/** Returns what is to be written of the turns, and of the records beside them. */
export async function planBeside(
  scope: Scope,
  { beside }: Batch,
  drafts: ReadonlyMap<ConversationId, Draft>,
  stored: readonly Stored[],
  bind: Bind<readonly ReplayRecord[]>,
): Promise<Plan<StoreResult[]>> {
  const all = [...drafts.values()]
  if (!beside) return planOf(scope, all, stored, bind, false)
  const draft = drafts.get(beside.conversationId) as Draft
  const made = stored.map(({ observation }) => observation)
  const written = await writeRecords(scope, draft, beside.records, made)
  if (stored.length === 0) return { ...planOfRecords(scope, draft, written, () => bind([])), result: [] }
  // One that has records alone does not change.
  const changed = all.filter((one) => one.before === null || stored.some((it) => isOf(it, one)))
  const plan = planOf(scope, changed, stored, bind, false)
  return { ...plan, changes: plan.changes && withRecords(scope, beside.conversationId, plan.changes, written.changes) }
}

const isOf = ({ observation }: Stored, { conversation }: Draft): boolean =>
  observation.conversationId === conversation.id

/** Stores the turns into their drafts, in order. */
export async function storeAll(
  scope: Scope,
  { operation, turns }: Batch,
  draftOf: (conversationId: ConversationId) => Draft,
  areNew: boolean,
): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const [index, turn] of turns.entries())
    try {
      stored.push(await storeInto(scope, draftOf(turn.conversationId), turn, areNew))
    } catch (thrown) {
      throw ofTurn(operation, index, thrown)
    }
  return stored
}

/** What was thrown for a turn; where there may be several, a refusal says which one it is of. */
export function ofTurn(operation: Operation, index: number, thrown: unknown): unknown {
  return thrown instanceof Refusal && operation === 'storeTurns' ? ofItem(thrown as Refusal, 'turns', index) : thrown
}

export function planOf(
  scope: Scope,
  drafts: readonly Draft[],
  stored: readonly Stored[],
  bind: Bind<readonly ReplayRecord[]>,
  forked: boolean,
): Plan<StoreResult[]> {
  for (const draft of drafts)
    if (stored.some((one) => isOf(one, draft))) draft.events.push(storeEvent(scope, draft, stored))
  const after = afterOf(drafts)
  const byId = new Map(drafts.map((draft) => [draft.conversation.id, draft]))
  const results = stored.map((one): StoreResult => {
    const draft = byId.get(one.observation.conversationId) as Draft
    const conversation = after.get(draft.conversation.id)?.conversation ?? draft.conversation
    return { ...one, conversation, replayed: false, forked }
  })
  return { changes: changesOf(drafts, bind(results.map(keptOf))), after, result: results }
}

function storeEvent(scope: Scope, draft: Draft, stored: readonly Stored[]) {
  const here = stored.filter((one) => one.observation.conversationId === draft.conversation.id)
  const leftTranscript = here.reduce((sum, one) => sum + one.leftTranscript, 0)
  const isMoved = here.some(({ restated }) => !restated)
  const replacements = here.filter((one) => one.leftTranscript > 0).length
  return newEvent(scope, 'STORE', draft.conversation.id, {
    pathHash: draft.head?.place.pathHash ?? null,
    details: {
      observationIds: here.map((one) => one.observation.id),
      leftTranscript,
      // More than one is not seen in their sum.
      ...(replacements > 1 && { replacements }),
    },
    // A restatement takes no place.
    head: isMoved ? { from: stoodAt(draft), to: draft.head?.id ?? null } : null,
  })
}

/** Where the head stood before: a fork that is made with the turns stood at its point. */
function stoodAt({ before, conversation }: Draft): string | null {
  return (before ? before.head?.id : conversation.forkedFrom?.observationId) ?? null
}
