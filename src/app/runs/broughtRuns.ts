/** Runs that are brought whole with their turns: claimed where their first turn goes, ended with their last one. */
import type { ConversationId, Instant, Json, JsonObject, TreeNode } from '../../domain/model.ts'
import {
  abort,
  checkUnclaimed,
  claim,
  complete,
  type Run,
  type RunChange,
  type RunState,
} from '../../domain/records/run.ts'
import { badInput, ofItem, Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { checkId, checkSettings } from '../write/checks.ts'
import type { Draft } from '../write/draft/draft.ts'
import { checkCycles } from './completeRun.ts'
import { endOfRun } from './runEnds.ts'
import { keepRun, runOf } from './runs.ts'

export interface StoredRun {
  readonly conversationId: ConversationId
  readonly runId: string
  /** When left out, the time of its first turn. */
  readonly claimedAt?: Instant | null
  /** When left out, the time of its last turn. */
  readonly completedAt?: Instant | null
  /** COMPLETED unless said. */
  readonly state?: RunState | null
  readonly settings?: Json
}

/** A turn as far as runs ask for it. */
interface TurnOfRun {
  readonly conversationId: ConversationId
  readonly runId?: string | null
  readonly observedAt?: Instant | null
}

/** Runs under way while a batch is stored. */
export interface BroughtRuns {
  readonly conversationIds: readonly ConversationId[]
  /** Says whether a turn is of one of them. */
  has(turn: TurnOfRun): boolean
  /** Refuses ids that were used before. */
  check(draftOf: (conversationId: ConversationId) => Draft): Promise<void>
  /** Claims the run of a turn that goes below `parent`, when it is the first of one of them. */
  claimFor(draft: Draft, turn: TurnOfRun, parent: TreeNode | null): void
  /** Ends the run whose last turn that was. */
  endAfter(draft: Draft, turn: TurnOfRun, index: number): Promise<void>
  /** Claims and ends those without a turn where their conversations stand now. */
  endRest(draftOf: (conversationId: ConversationId) => Draft): Promise<void>
}

interface Brought {
  readonly run: StoredRun
  readonly settings: JsonObject | null
  readonly index: number
  /** Its last turn in the batch; -1: it has none. */
  readonly last: number
}

const nothing = () => Promise.resolve()
/** What nearly every append brings. */
const noRuns: BroughtRuns = {
  conversationIds: [],
  has: () => false,
  check: nothing,
  claimFor: () => undefined,
  endAfter: nothing,
  endRest: nothing,
}

/** Returns runs that are stored with those turns; refuses what needs no store to refuse. */
export function bringRuns(scope: Scope, runs: readonly StoredRun[], turns: readonly TurnOfRun[]): BroughtRuns {
  if (runs.length === 0) return noRuns
  if (runs.length > scope.limits.list)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit: scope.limits.list, runs: runs.length },
      `At most ${scope.limits.list} runs are stored at once.`,
      ['runs'],
    )
  const last = new Map(turns.map((turn, i) => [keyOf(turn), i]))
  const brought = new Map<string, Brought>()
  for (const [index, storedRun] of runs.entries())
    named(index, () => {
      const settings = checkRun(storedRun)
      if (brought.has(keyOf(storedRun)))
        throw badInput(`The run "${storedRun.runId}" is given twice.`, { runId: storedRun.runId }, ['runId'])
      brought.set(keyOf(storedRun), { run: storedRun, settings, index, last: last.get(keyOf(storedRun)) ?? -1 })
    })
  return under(scope, brought)
}

const keyOf = ({ conversationId, runId }: Pick<TurnOfRun, 'conversationId' | 'runId'>) => `${runId}\n${conversationId}`

function under(scope: Scope, brought: ReadonlyMap<string, Brought>): BroughtRuns {
  const all = [...brought.values()]
  const claimed = new Map<Brought, Run>()
  const begin = (draft: Draft, one: Brought, parent: TreeNode | null, at: Instant | null) => {
    const change = claimedAs(scope, draft, one, parent, at)
    claimed.set(one, change.run)
    keep(draft, change)
  }
  const end = async (draft: Draft, one: Brought) => {
    try {
      await endBrought(scope, draft, one, claimed.get(one) as Run)
    } catch (thrown) {
      throw thrown instanceof Refusal ? ofItem(thrown as Refusal, 'runs', one.index) : thrown
    }
  }
  return {
    conversationIds: all.map(({ run: storedRun }) => storedRun.conversationId),
    has: (turn) => turn.runId != null && brought.has(keyOf(turn)),
    async check(draftOf) {
      const known = await Promise.all(
        all.map(({ run: storedRun }) => runOf(draftOf(storedRun.conversationId), storedRun.runId)),
      )
      for (const [i, { run: storedRun, index }] of all.entries())
        named(index, () => checkUnclaimed(known[i] ?? null, draftOf(storedRun.conversationId).conversation.id))
    },
    claimFor(draft, turn, parent) {
      const one = brought.get(keyOf(turn))
      if (one && !claimed.has(one)) named(one.index, () => begin(draft, one, parent, turn.observedAt ?? null))
    },
    async endAfter(draft, turn, index) {
      const one = brought.get(keyOf(turn))
      if (one?.last === index) await end(draft, one)
    },
    async endRest(draftOf) {
      for (const one of all.filter(({ last }) => last < 0)) {
        const draft = draftOf(one.run.conversationId)
        named(one.index, () => begin(draft, one, draft.head, null))
        await end(draft, one)
      }
    },
  }
}

/** What is refused names the run. */
function named<T>(index: number, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw thrown instanceof Refusal ? ofItem(thrown as Refusal, 'runs', index) : thrown
  }
}

function checkRun({ conversationId, runId, claimedAt, completedAt, state, settings }: StoredRun): JsonObject | null {
  checkId(conversationId, 'conversationId')
  checkId(runId, 'runId')
  if (state === 'SUSPENDED')
    throw badInput('A run that is brought asks nothing: claim and suspend it.', { runId, state }, ['state'])
  if (completedAt != null && (state ?? 'COMPLETED') !== 'COMPLETED')
    throw badInput(`A run that is ${state} has no "completedAt".`, { runId, state: state ?? null }, ['completedAt'])
  if (completedAt != null && claimedAt != null && completedAt < claimedAt)
    throw badInput('A run is completed after it was claimed.', { runId, claimedAt, completedAt }, ['completedAt'])
  return checkSettings(settings)
}

function claimedAs(scope: Scope, draft: Draft, one: Brought, parent: TreeNode | null, at: Instant | null): RunChange {
  const { runId, claimedAt, completedAt } = one.run
  return claim(draft.conversation.runs, {
    conversationId: draft.conversation.id,
    runId,
    exclusive: false,
    at: claimedAt ?? at ?? completedAt ?? scope.fresh.now(),
    head: parent && { id: parent.id, depth: parent.place.depth },
    settings: one.settings,
  })
}

/** Without a line in the ledger: a run that is brought whole has one, of how it ended. */
function keep(draft: Draft, { run, runs }: RunChange): void {
  draft.changes.putRun(run)
  draft.conversation = { ...draft.conversation, runs }
}

async function endBrought(scope: Scope, draft: Draft, { run: storedRun }: Brought, run: Run): Promise<void> {
  const { runs } = draft.conversation
  const state = storedRun.state ?? 'COMPLETED'
  if (state === 'CLAIMED') {
    keepRun(scope, draft, { run, runs }, { details: { exclusive: false } })
    return
  }
  if (state === 'ABORTED') {
    keepRun(scope, draft, abort(runs, run))
    return
  }
  const nodes = await nodesSinceClaim(draft, run)
  checkCycles(run.conversationId, run.runId, nodes)
  const at =
    storedRun.completedAt ?? latest(run.claimedAt, draft.head?.runId === run.runId ? draft.head.observedAt : null)
  const change = complete(runs, run, at, await endOfRun(draft, run, nodes))
  const pathHash = draft.head?.place.pathHash ?? null
  keepRun(scope, draft, change, { pathHash, details: { completionSeq: change.run.completionSeq } })
}

const latest = (a: Instant, b: Instant | null): Instant => (b !== null && b > a ? b : a)

/** The nodes of the head's path from the one on which the run was claimed: nearly all of them are drafted. */
async function nodesSinceClaim(draft: Draft, { claimedAtHeadId }: Run): Promise<TreeNode[]> {
  const nodes: TreeNode[] = []
  for (let node = draft.head; node;) {
    nodes.push(node)
    const { parentId } = node.place
    node =
      node.id === claimedAtHeadId || parentId === null ? null : ((await draft.reads.observation(parentId)) as TreeNode)
  }
  return nodes.reverse()
}
