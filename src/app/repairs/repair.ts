import type { Changes } from '../../domain/changes.ts'
import type { Conversation, Event, JsonObject, TreeNode } from '../../domain/model.ts'
import type { ToolCallPolicy } from '../../domain/context/repair.ts'
import { integrityPart, type IntegrityReport } from '../integrity/integrity.ts'
import { repairableIn, repairPlan } from '../integrity/repairPlan.ts'
import { dropLooseParts } from '../integrity/stateRecords.ts'
import { headOf } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import { checkOpenRuns } from '../runs/openRuns.ts'
import type { Scope } from '../scope.ts'
import { withRecords } from '../stateRecords/writeRecords.ts'
import { mustBeLive } from '../../domain/refusals.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { command } from '../write/command.ts'
import type { WriteScope } from '../write/lanes/commit.ts'
import { leaving, moveHead, type Draft } from '../write/draft/draft.ts'
import { checkExpected } from '../write/expectedHead.ts'
import { newEvent } from '../write/draft/additions.ts'
import { storeAgain } from './storeAgain.ts'

export interface Repair {
  readonly conversationId: string
  readonly dryRun?: boolean | null
  readonly toolCalls?: ToolCallPolicy | null
  readonly expectedHeadId?: string | null
  readonly idempotencyKey?: string | null
}
export interface RepairResult {
  /** Of a dry run what there is to mend; else what is found now. */
  readonly report: IntegrityReport
  readonly conversation: Conversation
  /** Null in a dry run, and where there was nothing to mend. */
  readonly event: Event | null
  readonly replayed: boolean
}

/**
 * Mends what an integrity check finds on the path to the head: tool pairs that are not whole, and a root whose parent is
 * here now. The path is stored again from the first faulty node on, as copies; what it replaces stays as a leaf (design §6). State
 * records that are loose parts are dropped.
 */
export async function repair(scope: Scope, input: Repair): Promise<RepairResult> {
  if (input.dryRun ?? true) return dryRun(scope, input)
  const toolCalls = input.toolCalls ?? 'SYNTHETIC_RESULT'
  const policed = { ...input, toolCalls }
  return command(scope, policed, {
    operation: 'repair',
    decide: async (commandScope) => answer(scope, input.conversationId, await perform(commandScope, policed)),
    load: ({ eventId }: RepairRecord) => answer(scope, input.conversationId, eventId),
  })
}

type RepairRecord = { readonly eventId: string }

async function dryRun(scope: Scope, input: Repair): Promise<RepairResult> {
  const conversation = mustBeLive(await conversationOf(scope, input.conversationId))
  const view = { conversation, head: await headOf(scope, conversation), reads: scope.reads }
  await checkExpected(view, input.expectedHeadId)
  return { ...(await answer(scope, conversation.id, null)), replayed: false }
}

async function answer(scope: Scope, id: string, eventId: string | null): Promise<Omit<RepairResult, 'replayed'>> {
  const event = eventId === null ? null : await scope.reads.event(eventId)
  const conversation = await conversationOf(scope, id)
  const report = await integrityPart(scope, id, null)
  // A report of a part does not say it.
  const repairable = report.next === null ? report.repairable : await allRepairable(scope, conversation)
  return { report: { ...report, repairable }, conversation, event }
}

async function allRepairable(scope: Scope, conversation: Conversation): Promise<number> {
  const { count } = await dropLooseParts(scope, conversation.id)
  return (await repairableIn(scope, conversation)) + count
}

/** Returns the event that says what was mended; null where nothing was. */
async function perform(
  scope: WriteScope<RepairRecord>,
  input: Repair & { readonly toolCalls: ToolCallPolicy },
): Promise<string | null> {
  const { conversationId, toolCalls } = input
  const { result } = await changeConversation(scope, conversationId, async (draft) => {
    await checkExpected(draft, input.expectedHeadId)
    const parts = await dropLooseParts(scope, conversationId)
    const eventId = await repairInto(scope, draft, toolCalls, parts.count)
    const beside = (changes: Changes) => withRecords(scope, conversationId, changes, parts.changes)
    return { result: eventId, beside, ...(eventId !== null && { record: { eventId } }) }
  })
  return result
}

/** Returns the event that says what is mended; null where nothing is to mend. */
async function repairInto(
  scope: Scope,
  draft: Draft,
  policy: ToolCallPolicy,
  looseParts: number,
): Promise<string | null> {
  const from = draft.head
  const plan = await repairPlan(scope, draft, policy)
  if (plan.faults + looseParts === 0) return null
  if (plan.faults === 0) {
    const event = newEvent(scope, 'REPAIR', draft.conversation.id, { details: { faults: 0, looseParts } })
    draft.events.push(event)
    return event.id
  }
  await checkOpenRuns(draft, plan.shared)
  const { head, copied, made } = await storeAgain(scope, draft, plan)
  const leftTranscript = await leaving(draft, head)
  await moveHead(draft, head)
  const details: JsonObject = {
    ...{ toolCalls: policy, faults: plan.faults, copied, made, leftTranscript },
    sharedId: plan.shared?.id ?? null,
    ...(plan.root && { root: plan.root.id }),
    ...(looseParts > 0 && { looseParts }),
  }
  const event = newEvent(scope, 'REPAIR', draft.conversation.id, {
    pathHash: head?.place.pathHash ?? null,
    details,
    head: { from: idOf(from), to: idOf(head) },
  })
  draft.events.push(event)
  return event.id
}

const idOf = (node: TreeNode | null): string | null => node?.id ?? null
