import type { Conversation, OpenRun, TreeNode } from '../../domain/model.ts'
import { checkOpen, notClaimed, type RunChange, type Run } from '../../domain/records/run.ts'
import type { Scope } from '../scope.ts'
import type { Warning } from '../write/warning.ts'
import { changeConversation } from '../write/changeConversation.ts'
import type { WriteScope } from '../write/lanes/commit.ts'
import { draftOf, type Draft } from '../write/draft/draft.ts'
import { newEvent, type EventFields } from '../write/draft/additions.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import { belongsHere, type View } from '../read/view.ts'

/** A run to complete or abort. */
export interface NamedRun {
  readonly conversationId: string
  readonly runId: string
  readonly note?: string | null
}
export interface RunResult {
  readonly run: Run
  readonly conversation: Conversation
  readonly replayed: boolean
  readonly warnings: readonly Warning[]
}

/** What was decided about a run; `replayed` when there is nothing to write, since it is so already. */
export interface RunDecision {
  readonly run: Run
  readonly replayed: boolean
  readonly warnings: readonly Warning[]
}

/** What the key of a command on a run is bound to; of warnings it says nothing where there are none. */
export type RunRecord = {
  readonly conversationId: string
  readonly runId: string
  readonly warnings?: readonly Warning[]
}

/** Decides about a run of a conversation, which `open` makes a draft of, and writes what that holds then. */
export async function changeRun(
  scope: WriteScope<RunRecord>,
  conversationId: string,
  decide: (draft: Draft) => Promise<RunDecision>,
  open: typeof draftOf = draftOf,
): Promise<RunResult> {
  const decided = async (draft: Draft) => {
    const result = await decide(draft)
    const { run, warnings } = result
    return { result, record: { conversationId, runId: run.runId, ...(warnings.length > 0 && { warnings }) } }
  }
  const { result, conversation } = await changeConversation(scope, conversationId, decided, open)
  // What was decided on may be behind what another process wrote.
  const now = result.replayed ? await scope.reads.conversation(conversationId) : null
  return { ...result, conversation: now ?? conversation }
}

/** Keeps a changed run in a draft, with its line in the ledger. */
export function keepRun(
  scope: Scope,
  draft: Draft,
  { run, runs }: RunChange,
  { details, ...rest }: EventFields = {},
  eventId = scope.fresh.id(),
): void {
  draft.changes.putRun(run)
  draft.conversation = { ...draft.conversation, runs }
  const fields = { runId: run.runId, state: run.state, ...details }
  draft.events.push({ ...newEvent(scope, 'RUN', draft.conversation.id, { ...rest, details: fields }), id: eventId })
}

/** Returns the run of that id as a conversation knows it: its own, else a completed one that it inherited, else null. */
export async function runOf(view: View, runId: string): Promise<Run | null> {
  const { conversation, reads } = view
  const own = await reads.run(conversation.id, runId)
  if (own !== null || conversation.forkedFrom === null) return own
  const ancestors = await reads.lineage(conversation.id)
  const runs = await Promise.all(ancestors.map((ancestor) => reads.run(ancestor.id, runId)))
  if (runs.every((run) => run === null)) return null
  const carried = await carriedFrom(reads, [conversation, ...ancestors])
  for (const [i, run] of runs.entries()) if (run && (await isInherited(view, run, carried[i] ?? 0))) return run
  return null
}

/**
 * Returns an open run of a draft's conversation, as the run and as the conversation keeps it. Where another process has
 * just claimed it the two differ: then it is refused here, and decided again on what is there now.
 */
export async function openRun(draft: Draft, runId: string): Promise<{ run: Run; open: OpenRun }> {
  const { id, runs } = draft.conversation
  const run = checkOpen(id, runId, await runOf(draft, runId))
  const open = runs.open.find((one) => one.runId === runId)
  if (!open) throw notClaimed(id, runId, null)
  return { run, open }
}

/** A completed run is inherited when a fork could know of it then, and its end lies in the inherited past. */
async function isInherited(view: View, { completionSeq, end }: Run, carried: number): Promise<boolean> {
  if (completionSeq === null || end === null || completionSeq > carried) return false
  if (end.observationId === null) return true
  const node = asTreeNode(await view.reads.observation(end.observationId))
  return node !== null && belongsHere(view, node)
}

/** How many of each ancestor's completed runs the conversation may know of: what every fork in between carried, none unless said. */
async function carriedFrom(reads: Reads, forks: readonly Conversation[]): Promise<number[]> {
  const ids = forks.flatMap(({ forkedFrom }) => forkedFrom?.eventId ?? [])
  const events = await Promise.all(ids.map((id) => reads.event(id)))
  let least = Infinity
  return events.map((event) => {
    const carried = event?.details['completedRuns']
    least = Math.min(least, typeof carried === 'number' ? carried : 0)
    return least
  })
}

/** Returns what a fork's runs begin with: it counts completions on from those that it carries. */
export function runsOfFork(carried: number): Pick<Conversation, 'runs'> {
  return { runs: { open: [], completed: carried, since: null } }
}

/** Returns the node at which a run began, null for the empty path. */
export async function beginningOf(reads: Reads, run: Pick<Run, 'claimedAtHeadId'>): Promise<TreeNode | null> {
  return run.claimedAtHeadId === null ? null : asTreeNode(await reads.observation(run.claimedAtHeadId))
}
