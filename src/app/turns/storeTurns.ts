import type { ConversationId } from '../../domain/model.ts'
import { badInput, ofItem, Refusal } from '../../domain/refusals.ts'
import { attaches } from '../../domain/records/attachment.ts'
import { attach, keepAttached } from '../attachments/attaching.ts'
import { bringRuns, type StoredRun } from '../runs/broughtRuns.ts'
import type { Scope } from '../scope.ts'
import { checkRecords, type RecordInput } from '../stateRecords/checkRecords.ts'
import { checkId } from '../write/checks.ts'
import { type Draft, openDraft } from '../write/draft/draft.ts'
import { checkHead, type OnConflict } from '../write/expectedHead.ts'
import { commit, type LaneState, type WriteScope } from '../write/lanes/commit.ts'
import { command } from '../write/command.ts'
import {
  ofTurn,
  planRecords,
  storeAll,
  type TurnBatch,
  type TurnPlan,
  type Operation,
  turnNow,
  type TurnRecord,
} from './batch.ts'
import { branchConversation, withBranchWarnings } from './branchNames.ts'
import { derivedId } from './conversationKey.ts'
import { canSkipReads, readAhead } from './fastPath.ts'
import type { StoreTurn } from './turnInput.ts'
import { checkTurn, type StoreResult } from './storeInDraft.ts'
import { storeInSibling } from './storeInSibling.ts'
import { addRelationships } from './turnRelationships.ts'

export interface StoreTurns {
  readonly turns: readonly StoreTurn[]
  /** Of turns that name none, and of the records. */
  readonly conversationId?: string | null
  readonly records?: readonly RecordInput[] | null
  /** Whole runs that come with the turns. */
  readonly runs?: readonly StoredRun[] | null
  readonly idempotencyKey?: string | null
  readonly expectedHeadId?: string | null
  readonly onConflict?: OnConflict | null
}

/**
 * Stores turns in order, all of them or none. Turns without a conversation id go into one new conversation. Refuses
 * an item that has a key, an expected head or a conflict rule of its own: those are the batch's (design §3).
 */
export async function storeTurns(
  scope: Scope,
  input: StoreTurns,
): Promise<{ results: StoreResult[]; replayed: boolean }> {
  if (input.turns.length + (input.records ?? []).length + (input.runs ?? []).length === 0)
    throw badInput('There is no turn to store.', {}, ['turns'])
  if (input.turns.length > scope.limits.list)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit: scope.limits.list, turns: input.turns.length },
      `At most ${scope.limits.list} turns are stored at once.`,
      ['turns'],
    )
  const own = input.turns.findIndex(
    (turn) =>
      turn.idempotencyKey != null || turn.expectedHeadId !== undefined || (turn.onConflict ?? 'REJECT') !== 'REJECT',
  )
  if (own >= 0)
    throw ofItem(badInput('Turns of a batch have no key, expected head or conflict rule of their own.'), 'turns', own)
  return storeBatch(scope, 'storeTurns', input.turns, input)
}

/** Stores a batch under the name of the operation that a key is bound to. */
async function storeBatch(
  scope: Scope,
  operation: Operation,
  turns: readonly StoreTurn[],
  rule: Omit<StoreTurns, 'turns'>,
): Promise<{ results: StoreResult[]; replayed: boolean }> {
  if (rule.conversationId != null) checkId(rule.conversationId, 'conversationId')
  const made = scope.fresh.id()
  const checked = (turn: StoreTurn, index: number) => {
    try {
      const named = conversationOfTurn(scope, turn) ?? rule.conversationId ?? null
      const branch = named === null ? branchConversation(turn) : null
      const conversationId = named ?? branch ?? made
      return { ...checkTurn(scope, turn), conversationId, isOfBranch: branch !== null }
    } catch (thrown) {
      throw ofTurn(operation, index, thrown)
    }
  }
  const ready = turns.map(checked)
  const batch: TurnBatch = {
    operation,
    turns: ready,
    runs: rule.runs ?? [],
    stateRecords: stateRecordsOf(scope, rule, ready),
    expectedHeadId: rule.expectedHeadId,
    onConflict: rule.onConflict ?? 'REJECT',
  }
  bringRuns(scope, batch.runs ?? [], ready)
  const { idempotencyKey, conversationId = null, records = null, runs = null } = rule
  const said = { idempotencyKey: idempotencyKey ?? null, turns: turns.map(compared), conversationId, records, runs }
  return command(scope, said, {
    operation,
    decide: async (commandScope) => ({ results: await storeReady(commandScope, batch) }),
    load: async (turnRecords: readonly TurnRecord[]) => ({
      results: await Promise.all(turnRecords.map((one) => turnNow(scope, one))),
    }),
  })
}

/** The host's own id, else the one that its key always gives (spec N-14). */
function conversationOfTurn(scope: Scope, { conversationId, conversationKey }: StoreTurn): ConversationId | null {
  return conversationId ?? (conversationKey == null ? null : derivedId(scope, conversationKey))
}

/** Returns the records that go with turns; refuses some whose conversation is not said. */
function stateRecordsOf(
  scope: Scope,
  { conversationId, records }: Pick<StoreTurns, 'conversationId' | 'records'>,
  turns: TurnBatch['turns'],
): TurnBatch['stateRecords'] {
  if (records == null || records.length === 0) return null
  const [only, ...others] = new Set(turns.map((turn) => turn.conversationId))
  const id = conversationId ?? (others.length === 0 ? only : undefined)
  if (id === undefined) throw badInput('Give the "conversationId" of the records.', {}, ['conversationId'])
  return { conversationId: id, records: checkRecords(scope, records) }
}

/** What is compared of a turn: where it says nothing of an equal one, it says what holds then. */
function compared({
  idempotencyKey: _key,
  expectedHeadId: _expected,
  onConflict: _rule,
  ifEqual,
  ...input
}: StoreTurn): unknown {
  return { ...input, ifEqual: ifEqual ?? 'RESTATE' }
}

/** Stores turns that are checked, with the hooks of the command that stores them; their files are attached. */
export async function storeReady(scope: WriteScope<readonly TurnRecord[]>, batch: TurnBatch): Promise<StoreResult[]> {
  if (!batch.turns.some(attaches)) return store(scope, batch)
  const turns = await attach(scope, batch.turns)
  const results = await store(scope, { ...batch, turns })
  await keepAttached(scope, turns)
  return results
}

async function store(scope: WriteScope<readonly TurnRecord[]>, batch: TurnBatch): Promise<StoreResult[]> {
  const { stateRecords, runs = [] } = batch
  const ids = [
    ...new Set([...batch.turns, ...runs, ...(stateRecords ? [stateRecords] : [])].map((it) => it.conversationId)),
  ]
  try {
    const { result } = await commit(scope, ids, (laneStates, attempt) => decide(scope, batch, ids, laneStates, attempt))
    for (const { message } of result) scope.lanes.know(scope.tenant, message.id)
    return result
  } catch (thrown) {
    const moved = thrown instanceof Refusal && thrown.code === 'HEAD_MOVED' && batch.onConflict === 'FORK'
    const [only, ...others] = ids
    if (!moved || only === undefined || others.length > 0 || batch.turns.length === 0) throw thrown
    return storeInSibling(scope, batch, only, thrown as Refusal)
  }
}

async function decide(
  scope: Scope,
  batch: TurnBatch,
  ids: readonly string[],
  laneStates: readonly LaneState[],
  attempt: number,
): Promise<TurnPlan> {
  const brought = bringRuns(scope, batch.runs ?? [], batch.turns)
  const ordinary = laneStates.every((laneState) => canSkipReads(scope, batch.turns, laneState, attempt, brought))
  const isPlain = batch.stateRecords === null && batch.hooks === undefined && (batch.runs ?? []).length === 0
  if (!ordinary || !isPlain) await Promise.all(laneStates.map((laneState) => laneState.settled()))
  const drafts = new Map(ids.map((id, i) => [id, openDraft(scope, id, laneStates[i]?.frontier ?? null)]))
  if (!ordinary) await readAhead(batch.turns, drafts)
  const first = drafts.get(ids[0] as string) as Draft
  if (batch.expectedHeadId !== undefined) await checkHead(first, batch)
  const stored = await storeAll(scope, { ...batch, brought }, (id) => drafts.get(id) as Draft, ordinary)
  await addRelationships(scope, [...drafts.values()])
  const isNamedByBranch = batch.turns.some(({ isOfBranch }) => isOfBranch)
  const results = isNamedByBranch ? withBranchWarnings(batch.turns, drafts, stored) : stored
  return planRecords(scope, batch, drafts, results)
}

/** Stores one turn and moves the conversation's head to it; makes the conversation when there is none of that id (design §3). */
export async function storeTurn(scope: Scope, turn: StoreTurn): Promise<StoreResult> {
  const { results } = await storeBatch(scope, 'storeTurn', [turn], turn)
  return results[0] as StoreResult
}
