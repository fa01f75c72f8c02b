import type { Block, KeyRecord, TreeNode, UsageInput } from '../../domain/model.ts'
import { answerMark, type AnswerEnd } from '../../domain/records/modelAnswer.ts'
import { abort, complete, type Run } from '../../domain/records/run.ts'
import { asTreeNode } from '../read/paths.ts'
import { endOfRun } from '../runs/runEnds.ts'
import { keepRun, openRun } from '../runs/runs.ts'
import { nodesSince } from '../runs/runTurns.ts'
import type { Scope } from '../scope.ts'
import { storeInto } from '../turns/storeInDraft.ts'
import { checkSize } from '../write/checks.ts'
import { moveHead, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changeConversation } from '../write/changeConversation.ts'
import type { AnswerRequest } from './liveAnswers.ts'

/** What a model said: all of it, up to where it was stopped, with calls of tools, or nothing that is kept. */
export type ModelOutcome =
  | { readonly kind: 'nothing'; readonly end: AnswerEnd }
  | {
      readonly kind: 'whole' | 'stopped' | 'calls'
      readonly blocks: readonly Block[]
      readonly model: string
      readonly usage: UsageInput | null
      readonly stopReason: string
    }

/**
 * Stores what came of an answer and ends its run, in one write; returns how it ended. Refuses it where the run was aborted
 * meanwhile. The head follows the answer where it stands as it did when the model was asked. A key is bound in the same
 * write, where there is one.
 */
export async function storeEnd(
  scope: Scope,
  request: AnswerRequest,
  fields: ModelOutcome,
  key: KeyRecord | null = null,
): Promise<AnswerEnd> {
  const { conversationId, id, record } = request
  if (fields.kind !== 'nothing') checkSize(fields.blocks, scope.limits.turnBytes)
  const { result } = await changeConversation(scope, conversationId, async (draft) => {
    const end =
      fields.kind === 'nothing'
        ? await nothing(scope, draft, request, fields.end)
        : await stored(scope, draft, request, fields)
    draft.changes.putMark({ name: answerMark(id), value: { ...record, ...end, endedAt: scope.fresh.now() } })
    return { result: end, beside: (changes) => ({ ...changes, key }) }
  })
  return result
}

/** Aborts the run of an answer that did not come. The head stays where it is: the prompt is kept. */
export async function giveUp(scope: Scope, draft: Draft, runId: string): Promise<void> {
  const run = await draft.reads.run(draft.conversation.id, runId)
  if (run && draft.conversation.runs.open.some((one) => one.runId === runId))
    keepRun(scope, draft, abort(draft.conversation.runs, run), { details: { leftTranscript: 0 } })
}

async function nothing(scope: Scope, draft: Draft, { runId }: AnswerRequest, end: AnswerEnd): Promise<AnswerEnd> {
  await giveUp(scope, draft, runId)
  return end
}

type Stored = Exclude<ModelOutcome, { kind: 'nothing' }>

/** The prompt keeps its answer; calls that nobody runs here are no part of a run, which would have to bring their results. */
async function stored(scope: Scope, draft: Draft, request: AnswerRequest, fields: Stored): Promise<AnswerEnd> {
  const { runId, record } = request
  const { kind, blocks, model, usage, stopReason } = fields
  const before = draft.head
  const { run } = await openRun(draft, runId)
  if (kind === 'calls') await giveUp(scope, draft, runId)
  const turn = {
    role: 'ASSISTANT' as const,
    ...{ blocks, model, usage, parent: { observationId: record.promptId }, sourceKind: 'model' },
    ...(kind === 'calls' ? {} : { runId }),
    ...(kind === 'stopped' && { metadata: { stopped: true } }),
  }
  const { observation, leftTranscript } = await storeInto(scope, draft, turn, true)
  if (kind !== 'calls') await completed(scope, draft, run)
  const stays = before?.id !== record.headId
  // Somebody went on elsewhere meanwhile, whose place stays what it is.
  if (stays) await moveHead(draft, before)
  const [from, to] = [before?.id ?? null, draft.head?.id ?? null]
  draft.events.push(
    newEvent(scope, 'STORE', draft.conversation.id, {
      pathHash: draft.head?.place.pathHash ?? null,
      details: { observationIds: [observation.id], leftTranscript: stays ? 0 : leftTranscript },
      head: from === to ? null : { from, to },
    }),
  )
  return { state: stateOf[kind], observationId: observation.id, stopReason, error: null }
}

const stateOf = { whole: 'STORED', stopped: 'STOPPED', calls: 'TOOLS' } as const

async function completed(scope: Scope, draft: Draft, run: Run): Promise<void> {
  const nodes: TreeNode[] = []
  const began = asTreeNode(run.claimedAtHeadId === null ? null : await draft.reads.observation(run.claimedAtHeadId))
  for await (const page of nodesSince(draft, began?.place.depth ?? 0)) nodes.push(...page)
  const change = complete(draft.conversation.runs, run, scope.fresh.now(), await endOfRun(draft, run, nodes))
  const pathHash = draft.head?.place.pathHash ?? null
  keepRun(scope, draft, change, { pathHash, details: { completionSeq: change.run.completionSeq } })
}
