/** Turns that are stored at once, and the state records that come with them: what is written of them. */
import type { EndpointIdRef } from '../relationships/endpoints.ts'
import { withoutNames } from '../relationships/namedEnds.ts'
import type { ConversationId, TreeNode } from '../../domain/model.ts'
import { ofItem, Refusal } from '../../domain/refusals.ts'
import type { RecordInput } from '../stateRecords/checkRecords.ts'
import { planOfRecords } from '../stateRecords/putRecords.ts'
import { withRecords, writeRecords } from '../stateRecords/writeRecords.ts'
import type { BroughtRuns, StoredRun } from '../runs/broughtRuns.ts'
import type { Scope } from '../scope.ts'
import { afterOf, changesOf, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import type { HeadExpectation } from '../write/expectedHead.ts'
import type { Plan } from '../write/lanes/commit.ts'
import { found } from '../write/command.ts'
import type { AttachedTurn } from './turnInput.ts'
import { storeInto, type StoreResult } from './storeInDraft.ts'
import type { StoredTurn } from './place/target.ts'
import type { Warning } from '../write/warning.ts'

export type Operation = 'storeTurn' | 'storeTurns'

/** The conversation that a turn goes into, and whether its branch alone names it. */
export interface PlacedTurn {
  readonly conversationId: ConversationId
  readonly isOfBranch: boolean
}

/** Turns to store at once. */
export interface TurnBatch extends HeadExpectation {
  readonly operation: Operation
  readonly turns: readonly (AttachedTurn & PlacedTurn)[]
  /** Whole runs that come with them. */
  readonly runs?: readonly StoredRun[]
  /** State records that are written with them; null: none. */
  readonly stateRecords: { readonly conversationId: ConversationId; readonly records: readonly RecordInput[] } | null
  /** What another command decides with the turns and writes at once with them. */
  readonly hooks?: TurnHooks
}

/** What another command decides before and after the turns that it stores; each may refuse. */
export interface TurnHooks {
  before(draft: Draft): Promise<void>
  after(draft: Draft, stored: readonly StoredTurn[]): Promise<void>
}

/** What is to be written of turns, and what comes of it. */
export type TurnPlan = Plan<StoreResult[], readonly TurnRecord[]>

/** Returns what is to be written of the turns, and of the state records that come with them. */
export async function planRecords(
  scope: Scope,
  { stateRecords, runs = [] }: TurnBatch,
  drafts: ReadonlyMap<ConversationId, Draft>,
  stored: readonly StoredTurn[],
): Promise<TurnPlan> {
  const all = [...drafts.values()]
  if (!stateRecords) return planOf(scope, all, stored, false)
  const draft = drafts.get(stateRecords.conversationId) as Draft
  const made = stored.map(({ observation }) => observation)
  const written = await writeRecords(scope, draft, stateRecords.records, made)
  if (stored.length + runs.length === 0) return { ...planOfRecords(scope, draft, written), result: [], record: [] }
  // One that has records alone does not change.
  const changed = all.filter(
    (one) => one.before === null || one.changes.runs.size > 0 || stored.some((it) => isOf(it, one)),
  )
  const plan = planOf(scope, changed, stored, false)
  return {
    ...plan,
    changes: plan.changes && withRecords(scope, stateRecords.conversationId, plan.changes, written.changes),
  }
}

const isOf = ({ observation }: StoredTurn, { conversation }: Draft): boolean =>
  observation.conversationId === conversation.id

/** Stores the turns into their drafts, in order, and the runs that come with them. */
export async function storeAll(
  scope: Scope,
  { operation, turns, hooks, brought }: TurnBatch & { readonly brought: BroughtRuns },
  draftOf: (conversationId: ConversationId) => Draft,
  areNew: boolean,
): Promise<StoredTurn[]> {
  const stored: StoredTurn[] = []
  const [first] = turns
  if (first && hooks) await hooks.before(draftOf(first.conversationId))
  const references = await referencesOf(scope, turns, draftOf)
  await brought.check(draftOf)
  for (const [index, turn] of turns.entries()) {
    const draft = draftOf(turn.conversationId)
    const claims = (parent: TreeNode | null) => brought.claimFor(draft, turn, parent)
    try {
      const refersTo = references[index] ?? null
      stored.push(await storeInto(scope, draft, { ...turn, refersTo }, areNew, claims))
    } catch (thrown) {
      throw isOfRun(thrown) ? thrown : ofTurn(operation, index, thrown)
    }
    await brought.endAfter(draft, turn, index)
  }
  await brought.endRest(draftOf)
  if (first && hooks) await hooks.after(draftOf(first.conversationId), stored)
  return stored
}

const isOfRun = (thrown: unknown): boolean => thrown instanceof Refusal && thrown.field?.[0] === 'runs'

/** What turns refer to, by ids: a name that turns of two conversations give is one entity, and all are found at once. */
async function referencesOf(
  scope: Scope,
  turns: TurnBatch['turns'],
  draftOf: (conversationId: ConversationId) => Draft,
): Promise<EndpointIdRef[][]> {
  const [first] = turns
  const all = first ? turns.flatMap(({ refersTo }) => refersTo ?? []) : []
  if (!first || all.length === 0) return []
  const ends = await withoutNames(scope, draftOf(first.conversationId).changes, all, true)
  let offset = 0
  return turns.map(({ refersTo }) => ends.slice(offset, (offset += (refersTo ?? []).length)))
}

/** What was thrown for a turn; where there may be several, a refusal says which one it is of. */
export function ofTurn(operation: Operation, index: number, thrown: unknown): unknown {
  return thrown instanceof Refusal && operation === 'storeTurns' ? ofItem(thrown as Refusal, 'turns', index) : thrown
}

export function planOf(
  scope: Scope,
  drafts: readonly Draft[],
  stored: readonly StoredTurn[],
  forked: boolean,
): TurnPlan {
  for (const draft of drafts)
    if (stored.some((one) => isOf(one, draft))) draft.events.push(storeEvent(scope, draft, stored))
  const after = afterOf(drafts)
  const byId = new Map(drafts.map((draft) => [draft.conversation.id, draft]))
  const results = stored.map((one): StoreResult => {
    const draft = byId.get(one.observation.conversationId) as Draft
    const conversation = after.get(draft.conversation.id)?.conversation ?? draft.conversation
    return { ...one, conversation, replayed: false, forked }
  })
  return { changes: changesOf(drafts), after, result: results, record: results.map(recordOf) }
}

function storeEvent(scope: Scope, draft: Draft, stored: readonly StoredTurn[]) {
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

/** What the key of a command is bound to for each stored turn; what is left out is 0, false or none. */
export type TurnRecord = {
  readonly conversationId: string
  readonly messageId: string
  readonly observationId: string
  readonly leftTranscript?: number
  readonly forked?: boolean
  readonly restated?: boolean
  readonly warnings?: readonly Warning[]
}

function recordOf(result: StoreResult): TurnRecord {
  const { leftTranscript, forked, restated, warnings } = result
  return {
    conversationId: result.conversation.id,
    messageId: result.message.id,
    observationId: result.observation.id,
    ...(leftTranscript > 0 && { leftTranscript }),
    ...(forked && { forked }),
    ...(restated && { restated }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns a turn that a key is bound to, as it is now. */
export async function turnNow({ reads }: Scope, record: TurnRecord): Promise<StoreResult> {
  const { conversationId, messageId, observationId, ...facts } = record
  const stored = await found(record, {
    conversation: reads.conversation(conversationId),
    message: reads.message(messageId),
    observation: reads.observation(observationId),
  })
  return { leftTranscript: 0, forked: false, restated: false, warnings: [], ...facts, ...stored, replayed: true }
}
