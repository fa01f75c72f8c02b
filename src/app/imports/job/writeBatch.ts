import type { Changes } from '../../../domain/changes.ts'
import { flag, isFlagged } from '../../../domain/records/importedFields.ts'
import type { ConversationId, TreeNode } from '../../../domain/model.ts'
import { Refusal } from '../../../domain/refusals.ts'
import type { Scope } from '../../scope.ts'
import { commitOnce, untilWritten, type Plan, type LaneState } from '../../write/lanes/commit.ts'
import { scopeWithPending } from '../../write/lanes/pendingWrite.ts'
import type { ImportBatch } from './batches.ts'
import { conversationsOf, decideBatch, type Decided } from './decideBatch.ts'
import { advance, progressOf, remembering, type ImportJob } from './importJob.ts'

/** A batch on its way into the store, while the next one is decided. */
export interface UnderWay {
  /** What it is about to write; null when it writes nothing or has failed. */
  readonly sent: Promise<Sent | null>
  /** Resolves once it is stored and the run counts it. */
  readonly done: Promise<void>
}
interface Sent extends Plan<Decided> {
  readonly changes: Changes
  /** When the store has answered, whatever it says. */
  readonly over: Promise<unknown>
}
type Tell = (sent: Sent | null) => void

/** What stands there is not what the earlier batch was to leave, or cannot prove that this batch comes after it. */
class NotBehind extends Error {}

/**
 * Writes one batch as one change, behind an earlier one: it is decided on what that will leave, and sent without
 * waiting for it. When the earlier one is refused so is this one, and they are decided again, one after the other.
 */
export function writeBatch(scope: Scope, run: ImportJob, batch: ImportBatch, earlier: UnderWay | null): UnderWay {
  let tell: Tell = () => undefined
  const sent = new Promise<Sent | null>((resolve) => (tell = resolve))
  const done = store(scope, run, batch, earlier, tell).finally(() => {
    tell(null)
  })
  // What waits for it gets the error; until then it is no unhandled rejection.
  done.catch(() => undefined)
  return { sent, done }
}

async function store(
  scope: Scope,
  run: ImportJob,
  batch: ImportBatch,
  earlier: UnderWay | null,
  tell: Tell,
): Promise<void> {
  const decided = await untilWritten(async (attempt) => {
    const ahead = attempt === 1 && earlier ? await earlier.sent : null
    if (ahead === null) await earlier?.done
    return storeOnce(scope, run, batch, ahead, tell, attempt)
  })
  await earlier?.done
  settle(run, decided)
  await run.secrets.caughtUp()
  for (const { node, line } of decided.stored) run.secrets.add(node, line)
  for (const [key, { node, isNew }] of decided.placedByEntry) run.placedByEntry.set(key, { node: slim(node), isNew })
  for (const { line, code, message } of decided.findings) run.findings.add(line, code, message)
  run.suppressed.push(...decided.suppressed)
  run.spawns.push(...batch.spawns)
  run.titles.push(...batch.titles.filter(({ of }) => 'externalId' in of))
}

/** Returns what was decided and stored, or null when it has to be decided again. */
async function storeOnce(
  scope: Scope,
  run: ImportJob,
  batch: ImportBatch,
  ahead: Sent | null,
  tell: Tell,
  attempt: number,
) {
  const ids = conversationsOf(batch)
  const storing = commitOnce(
    scope,
    ids,
    async (laneStates) => {
      const plan = await (ahead === null
        ? decideSettled(scope, run, batch, ids, laneStates)
        : decideBehind(scope, run, batch, ids, laneStates, ahead))
      const { changes } = plan
      tell(changes && { ...plan, changes, over: storing.catch(() => undefined) })
      return plan
    },
    attempt,
  )
  try {
    return (await storing)?.result ?? null
  } catch (thrown) {
    if (ahead !== null && (thrown instanceof NotBehind || thrown instanceof Refusal)) return null
    throw thrown
  }
}

async function decideSettled(
  scope: Scope,
  run: ImportJob,
  batch: ImportBatch,
  ids: readonly ConversationId[],
  laneStates: readonly LaneState[],
): Promise<Plan<Decided>> {
  await Promise.all(laneStates.map((laneState) => laneState.settled()))
  return decideBatch(scope, run, batch, ids, laneStates)
}

/** A conversation that both change, by its version, is what lets this batch be written only after the one ahead. */
async function decideBehind(
  scope: Scope,
  run: ImportJob,
  batch: ImportBatch,
  ids: readonly ConversationId[],
  laneStates: readonly LaneState[],
  ahead: Sent,
): Promise<Plan<Decided>> {
  const sentVersions = new Map(ahead.changes.conversations.map(({ value }) => [value.id, value.version]))
  for (const [at, { frontier, settled }] of laneStates.entries()) {
    const version = sentVersions.get(ids[at] as string)
    if (version === undefined) await settled()
    else if (frontier?.conversation.version !== version) throw new NotBehind()
  }
  const plan = await decideBatch(scopeWithPending(scope, ahead), runAfter(run, ahead.result), batch, ids, laneStates)
  const follows =
    plan.changes?.conversations.some(({ expected, value }) => expected === sentVersions.get(value.id)) ?? true
  if (!follows) throw new NotBehind()
  return plan
}

/** Returns the run as it will be once what was decided is stored. */
function runAfter(run: ImportJob, decided: Decided): ImportJob {
  const after: ImportJob = {
    ...run,
    placedByEntry: {
      ...run.placedByEntry,
      get: (key) => decided.placedByEntry.get(key) ?? run.placedByEntry.get(key),
    },
    sharedEntries: remembering(run.sharedEntries),
    progress: remembering(run.progress),
    sharesWith: remembering(run.sharesWith),
    lateParents: [],
  }
  settle(after, decided)
  return after
}

/** Counts what was stored; the nodes themselves aside. */
function settle(run: ImportJob, decided: Decided): void {
  for (const id of decided.made) advance(run, id, { isNew: true })
  for (const [id, last] of decided.sharesWith) run.sharesWith.set(id, slim(last))
  for (const [key, id] of decided.sharedEntries) run.sharedEntries.set(key, id)
  for (const [id, count] of decided.added) {
    advance(run, id, { added: progressOf(run, id).added + count })
    run.added += count
  }
  run.added -= decided.parts
  for (const [id, count] of decided.seen) advance(run, id, { seen: progressOf(run, id).seen + count })
  for (const [id, last] of decided.last) advance(run, id, { last: slim(last) })
  for (const [id, head] of decided.heads)
    if (head === null || head.conversationId === id) advance(run, id, { last: head && slim(head) })
  for (const id of decided.headSeen) advance(run, id, { headSeen: true })
  run.lateParents.push(...decided.lateParents)
  run.unchanged += decided.unchanged
}

/** A node without its content, of which a parent needs nothing. */
function slim(node: TreeNode): TreeNode {
  return { ...node, blocks: [], fields: isFlagged(node) ? flag(node) : {} }
}
