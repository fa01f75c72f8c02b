import { checkBindings, checkUnclaimed, claim } from '../domain/runs.ts'
import { abortInto } from './abortRun.ts'
import type { Act, Notice, RunResult } from './act.ts'
import { checkId } from './checks.ts'
import type { Draft } from './drafts.ts'
import { once } from './idempotency.ts'
import type { ClaimRun } from './inputs.ts'
import { changeRun, keepRun, runOf, type RunDecision } from './runs.ts'

/**
 * Opens a run, in a new conversation when there is none of that id. `abortActive` aborts all open runs first, the
 * latest claimed first; a binding that is missing or of another run refuses it, and nothing is claimed (design §5).
 */
export async function claimRun(act: Act, input: ClaimRun): Promise<RunResult> {
  const { idempotencyKey, ...compared } = input
  const { conversationId, bindings } = input
  checkId(conversationId, 'conversationId')
  if (input.runId != null) checkId(input.runId, 'runId')
  checkBindings(bindings ?? [], input.runId ?? null)
  const runId = input.runId ?? act.fresh.id()
  return once<RunResult>(act, {
    operation: 'claimRun',
    key: idempotencyKey,
    input: compared,
    perform: (bind) =>
      changeRun(act, conversationId, (draft) => claimInto(act, draft, runId, input), { creates: true, bind }),
    replay: (kept) => replayed(act, kept as unknown as Kept),
  })
}

async function claimInto(act: Act, draft: Draft, runId: string, input: ClaimRun): Promise<RunDecision> {
  const { id } = draft.conversation
  checkUnclaimed(await runOf(draft, runId), id)
  const warnings: Notice[] = []
  const open = input.abortActive ? draft.conversation.runs.open : []
  for (const active of open.toReversed()) warnings.push(...(await abortInto(act, draft, active.runId)).warnings)
  const head = draft.head && { id: draft.head.id, depth: draft.head.place.depth }
  const exclusive = input.exclusive ?? false
  const claimed = claim(draft.conversation.runs, { conversationId: id, runId, exclusive, at: act.fresh.now(), head })
  keepRun(act, draft, claimed, { details: { exclusive } })
  return { run: claimed.run, replayed: false, warnings }
}

interface Kept {
  readonly conversationId: string
  readonly runId: string
  readonly warnings: readonly Notice[]
}

async function replayed(act: Act, { conversationId, runId, warnings }: Kept): Promise<RunResult> {
  const [run, conversation] = await Promise.all([
    act.reads.run(conversationId, runId),
    act.reads.conversation(conversationId),
  ])
  if (!run || !conversation) throw new Error(`Run ${runId} of ${conversationId} is missing.`)
  return { run, conversation, replayed: true, warnings }
}
