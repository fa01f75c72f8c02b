import type { Conversation, ConversationId, TreeNode } from '../../domain/model.ts'
import { badInput, ofItem, Refusal } from '../../domain/refusals.ts'
import { claim } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import { type StoreResult, checkTurn, storeInto, type Stored } from './storeInDraft.ts'
import { type StoreTurn } from './turnInput.ts'
import { type TurnInput } from './turnInput.ts'
import type { Warning } from '../write/warning.ts'
import { attach } from '../attachments/attaching.ts'
import { commit, type Plan, type LaneState } from '../write/lanes/commit.ts'
import { derivedId } from './conversationKey.ts'
import { afterOf, changesOf, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/newEvent.ts'
import { checkHead, type HeadExpectation, type OnConflict } from '../write/expectedHead.ts'
import { once, type Bind } from '../write/lanes/idempotency.ts'
import { openDraft } from '../write/draft/openDraft.ts'
import { treeNode } from '../read/paths.ts'
import { canSkipReads } from './fastPath.ts'
import { readAhead } from './readAhead.ts'
import { belongsHere } from '../read/view.ts'
import { keepRun } from '../runs/runs.ts'
import { siblingDraft } from '../forks/siblingFork.ts'
import { addRelationships } from './turnRelationships.ts'

export interface StoreTurns {
  readonly turns: readonly StoreTurn[]
  readonly idempotencyKey?: string | null
  readonly expectedHeadId?: string | null
  readonly onConflict?: OnConflict | null
}

type Operation = 'storeTurn' | 'storeTurns'

/** Turns to store at once. */
interface Batch extends HeadExpectation {
  readonly operation: Operation
  readonly turns: readonly (TurnInput & { readonly conversationId: ConversationId })[]
}

/** What the idempotency record keeps of each stored turn. */
type ReplayRecord = {
  readonly conversationId: string
  readonly messageId: string
  readonly observationId: string
  readonly leftTranscript: number
  readonly forked: boolean
  readonly warnings: readonly Warning[]
}

/**
 * Stores turns in order, all of them or none. Turns without a conversation id go into one new conversation. Refuses
 * an item that has a key, an expected head or a conflict rule of its own: those are the batch's (design §3).
 */
export async function storeTurns(
  scope: Scope,
  input: StoreTurns,
): Promise<{ results: StoreResult[]; replayed: boolean }> {
  if (input.turns.length === 0) throw badInput('There is no turn to store.', {}, ['turns'])
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
export async function storeBatch(
  scope: Scope,
  operation: Operation,
  turns: readonly StoreTurn[],
  rule: Pick<StoreTurns, 'idempotencyKey' | 'expectedHeadId' | 'onConflict'>,
): Promise<{ results: StoreResult[]; replayed: boolean }> {
  const made = scope.fresh.id()
  const checked = (turn: StoreTurn, index: number) => {
    try {
      return { ...checkTurn(scope, turn), conversationId: conversationOfTurn(scope, turn) ?? made }
    } catch (thrown) {
      throw ofTurn(operation, index, thrown)
    }
  }
  const batch: Batch = {
    operation,
    turns: turns.map(checked),
    expectedHeadId: rule.expectedHeadId,
    onConflict: rule.onConflict ?? 'REJECT',
  }
  return once<{ results: StoreResult[]; replayed: boolean }, readonly ReplayRecord[]>(scope, {
    operation,
    key: rule.idempotencyKey,
    input: turns.map(compared),
    perform: async (bind) => {
      const attached = { ...batch, turns: await attach(scope, batch.turns) }
      return { results: await store(scope, attached, bind), replayed: false }
    },
    replay: async (kept) => ({
      results: await Promise.all(kept.map((one) => replayed(scope, one))),
      replayed: true,
    }),
  })
}

/** The host's own id, else the one that its key always gives (spec N-14). */
function conversationOfTurn(scope: Scope, { conversationId, conversationKey }: StoreTurn): ConversationId | null {
  return conversationId ?? (conversationKey == null ? null : derivedId(scope, conversationKey))
}

function compared({
  idempotencyKey: _key,
  expectedHeadId: _expected,
  onConflict: _rule,
  ...input
}: StoreTurn): unknown {
  return input
}

async function store(scope: Scope, batch: Batch, bind: Bind<readonly ReplayRecord[]>): Promise<StoreResult[]> {
  const ids = [...new Set(batch.turns.map((turn) => turn.conversationId))]
  try {
    const { result } = await commit(scope, ids, (standings, attempt) =>
      decide(scope, batch, ids, standings, attempt, bind),
    )
    for (const { message } of result) scope.lanes.know(scope.tenant, message.id)
    return result
  } catch (thrown) {
    const moved = thrown instanceof Refusal && thrown.code === 'HEAD_MOVED' && batch.onConflict === 'FORK'
    const [only, ...others] = ids
    if (!moved || only === undefined || others.length > 0) throw thrown
    return storeInSibling(scope, batch, only, bind, thrown as Refusal)
  }
}

async function decide(
  scope: Scope,
  batch: Batch,
  ids: readonly string[],
  standings: readonly LaneState[],
  attempt: number,
  bind: Bind<readonly ReplayRecord[]>,
): Promise<Plan<StoreResult[]>> {
  const ordinary = standings.every((standing) => canSkipReads(scope, batch.turns, standing, attempt))
  if (!ordinary) await Promise.all(standings.map((standing) => standing.settled()))
  const drafts = new Map(ids.map((id, i) => [id, openDraft(scope, id, standings[i]?.frontier ?? null)]))
  if (!ordinary) await readAhead(batch.turns, drafts)
  const first = drafts.get(ids[0] as string) as Draft
  if (batch.expectedHeadId !== undefined) await checkHead(first, batch)
  const stored = await storeAll(scope, batch, (id) => drafts.get(id) as Draft, ordinary)
  await addRelationships(scope, [...drafts.values()])
  return planOf(scope, [...drafts.values()], stored, bind, false)
}

/** Stores the turns into their drafts, in order. */
async function storeAll(
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
function ofTurn(operation: Operation, index: number, thrown: unknown): unknown {
  return thrown instanceof Refusal && operation === 'storeTurns' ? ofItem(thrown as Refusal, 'turns', index) : thrown
}

function planOf(
  scope: Scope,
  drafts: readonly Draft[],
  stored: readonly Stored[],
  bind: Bind<readonly ReplayRecord[]>,
  forked: boolean,
): Plan<StoreResult[]> {
  for (const draft of drafts) draft.events.push(storeEvent(scope, draft, stored))
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
  const replacements = here.filter((one) => one.leftTranscript > 0).length
  return newEvent(scope, 'STORE', draft.conversation.id, {
    pathHash: draft.head?.place.pathHash ?? null,
    details: {
      observationIds: here.map((one) => one.observation.id),
      leftTranscript,
      // More than one is not seen in their sum.
      ...(replacements > 1 && { replacements }),
    },
    head: { from: stoodAt(draft), to: draft.head?.id ?? null },
  })
}

/** Where the head stood before: a fork that is made with the turns stood at its point. */
function stoodAt({ before, conversation }: Draft): string | null {
  return (before ? before.head?.id : conversation.forkedFrom?.observationId) ?? null
}

function keptOf(result: StoreResult): ReplayRecord {
  const { leftTranscript, forked, warnings } = result
  return {
    conversationId: result.conversation.id,
    messageId: result.message.id,
    observationId: result.observation.id,
    leftTranscript,
    forked,
    warnings,
  }
}

async function replayed(scope: Scope, kept: ReplayRecord): Promise<StoreResult> {
  const [conversation, message, observation] = await Promise.all([
    scope.reads.conversation(kept.conversationId),
    scope.reads.message(kept.messageId),
    scope.reads.observation(kept.observationId),
  ])
  if (!conversation || !message || !observation) throw new Error(`What was stored as ${kept.observationId} is missing.`)
  return { ...kept, conversation, message, observation, replayed: true }
}

/** The loser of a race for the head becomes a fork beside the winner: it continues the head that it expected. */
async function storeInSibling(
  scope: Scope,
  batch: Batch,
  sourceId: string,
  bind: Bind<readonly ReplayRecord[]>,
  moved: Refusal,
): Promise<StoreResult[]> {
  const source = await scope.reads.conversation(sourceId)
  const point = batch.expectedHeadId == null ? null : treeNode(await scope.reads.observation(batch.expectedHeadId))
  if (
    !source ||
    (batch.expectedHeadId != null &&
      (!point || !(await belongsHere({ conversation: source, head: null, reads: scope.reads }, point))))
  )
    throw moved
  const first = await planOfSibling(scope, batch, source, point, bind)
  const again = () => planOfSibling(scope, batch, source, point, bind)
  const lane = first.result.map(({ conversation }) => conversation.id).slice(0, 1)
  const { result } = await commit(scope, lane, (_, attempt) => (attempt === 1 ? Promise.resolve(first) : again()))
  return result
}

async function planOfSibling(
  scope: Scope,
  batch: Batch,
  source: Conversation,
  point: TreeNode | null,
  bind: Bind<readonly ReplayRecord[]>,
): Promise<Plan<StoreResult[]>> {
  const draft = await siblingDraft(scope, source, point)
  claimAgain(scope, draft, source, batch)
  const stored = await storeAll(scope, batch, () => draft, false)
  await addRelationships(scope, [draft])
  return planOf(scope, [draft], stored, bind, true)
}

/** The runs of the turns go on in the sibling, where they are open as they are in the source. */
function claimAgain(scope: Scope, draft: Draft, source: Conversation, batch: Batch): void {
  const head = draft.head && { id: draft.head.id, depth: draft.head.place.depth }
  for (const { runId } of source.runs.open.filter((run) => batch.turns.some((turn) => turn.runId === run.runId))) {
    const of = { conversationId: draft.conversation.id, runId, exclusive: false, at: scope.fresh.now(), head }
    keepRun(scope, draft, claim(draft.conversation.runs, of), { details: { exclusive: false } })
  }
}
