import { checkBindings, checkUnclaimed, claim, type Binding } from '../../domain/records/run.ts'
import { abortInto } from './abortRun.ts'
import type { Scope } from '../scope.ts'
import { type RunResult, changeRun, keepRun, runOf, type RunDecision, type RunRecord } from './runs.ts'
import type { Warning } from '../write/warning.ts'
import { checkId, checkSettings } from '../write/checks.ts'
import type { Json } from '../../domain/model.ts'
import { openDraft, type Draft } from '../write/draft/draft.ts'
import { command, found } from '../write/command.ts'

export interface ClaimRun {
  readonly conversationId: string
  readonly runId?: string | null
  readonly exclusive?: boolean | null
  readonly abortActive?: boolean | null
  readonly bindings?: readonly Binding[] | null
  /** Model, seed, sampling: a JSON object. */
  readonly settings?: Json
  readonly idempotencyKey?: string | null
}

/**
 * Opens a run, in a new conversation when there is none of that id. `abortActive` aborts all open runs first, the
 * latest claimed first; a binding that is missing or of another run refuses it, and nothing is claimed (design §5).
 */
export async function claimRun(scope: Scope, input: ClaimRun): Promise<RunResult> {
  const { conversationId, bindings } = input
  checkId(conversationId, 'conversationId')
  if (input.runId != null) checkId(input.runId, 'runId')
  checkBindings(bindings ?? [], input.runId ?? null)
  checkSettings(input.settings)
  const runId = input.runId ?? scope.fresh.id()
  const { reads } = scope
  return command(scope, input, {
    operation: 'claimRun',
    decide: (commandScope) =>
      changeRun(commandScope, conversationId, (draft) => claimInto(scope, draft, runId, input), openDraft),
    load: async (record: RunRecord) => {
      const { conversationId, runId, warnings = [] } = record
      const named = { run: reads.run(conversationId, runId), conversation: reads.conversation(conversationId) }
      return { ...(await found(record, named)), warnings }
    },
  })
}

async function claimInto(scope: Scope, draft: Draft, runId: string, input: ClaimRun): Promise<RunDecision> {
  const { id } = draft.conversation
  checkUnclaimed(await runOf(draft, runId), id)
  const warnings: Warning[] = []
  const open = input.abortActive ? draft.conversation.runs.open : []
  for (const active of open.toReversed()) warnings.push(...(await abortInto(scope, draft, active.runId)).warnings)
  const head = draft.head && { id: draft.head.id, depth: draft.head.place.depth }
  const exclusive = input.exclusive ?? false
  const settings = checkSettings(input.settings)
  const of = { conversationId: id, runId, exclusive, at: scope.fresh.now(), head, settings }
  const claimed = claim(draft.conversation.runs, of)
  keepRun(scope, draft, claimed, { details: { exclusive } })
  return { run: claimed.run, replayed: false, warnings }
}
