import { badInput, mustBeLive, mustFind } from '../../domain/refusals.ts'
import type { TreeNode } from '../../domain/model.ts'
import { cutOf } from '../forks/forkPoint.ts'
import { modelOf, notConfigured } from '../probes/configured.ts'
import type { Responder } from '../probes/responder.ts'
import { headOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { checkTurn } from '../turns/storeInDraft.ts'
import { storeReady } from '../turns/storeTurns.ts'
import { checkId } from '../write/checks.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { command, found } from '../write/command.ts'
import type { WriteScope } from '../write/lanes/commit.ts'
import type { Draft } from '../write/draft/draft.ts'
import { checkExpected } from '../write/expectedHead.ts'
import type { AskModel, AskResult } from './answer.ts'
import { answerOf } from './answerOf.ts'
import type { Asking } from './asking.ts'
import { makeAnswer } from './makeAnswer.ts'
import { checkFree, open, type OpenedAnswer } from './openAnswer.ts'

/** What a key of this command is bound to. */
type AskRecord = { readonly answerId: string; readonly promptId: string; readonly conversationId: string }

/** What is asked, and of whom. */
interface Ask {
  readonly responder: Responder
  readonly probing: Asking
  readonly input: AskModel
  readonly model: string
}

/**
 * Stores a prompt, where there is one, and opens a run in the same write; then has the model answer, which is not waited
 * for. One answer at a time is made in a conversation.
 */
export async function askModel(scope: Scope, probing: Asking, input: AskModel): Promise<AskResult> {
  const { responder } = probing
  if (!responder) throw notConfigured()
  checkId(input.conversationId, 'conversationId')
  const ask = { responder, probing, input, model: modelOf(responder, input.model) }
  const { reads } = scope
  return command(scope, input, {
    operation: 'askModel',
    decide: async (commandScope) => {
      const opened = await (input.prompt === null ? askAgain(commandScope, ask) : askPrompt(commandScope, ask))
      return begun(scope, ask, opened)
    },
    load: (record: AskRecord) =>
      found(record, {
        answer: answerOf(scope, probing, record.answerId),
        prompt: reads.observation(record.promptId),
        conversation: reads.conversation(record.conversationId),
      }),
  })
}

/** Stores the prompt and opens its answer, in one write; where another was faster and that is wished, in a fork beside. */
async function askPrompt(scope: WriteScope<AskRecord>, ask: Ask): Promise<OpenedAnswer> {
  const { input, probing } = ask
  const { conversationId, prompt, at, expectedHeadId } = input
  if (prompt === null) throw new Error('There is no prompt.')
  const parent = at == null ? undefined : { observationId: (await nodeAt(scope, input)).id }
  const turn = checkTurn(scope, { conversationId, role: 'USER', ...prompt, ...(parent && { parent }) })
  let opened: OpenedAnswer | null = null
  const { bind } = scope
  const record = () => recordOf(mustFind(opened, 'Answer', conversationId))
  await storeReady(
    // The key is bound to the answer, not to its prompt alone.
    bind ? { ...scope, bind: () => bind(record()) } : (scope as Scope),
    {
      operation: 'storeTurn',
      turns: [{ ...turn, conversationId, isOfBranch: false }],
      stateRecords: null,
      expectedHeadId,
      onConflict: input.onConflict ?? 'REJECT',
      hooks: {
        before: (draft) => checkFree(scope, draft, probing),
        after: async (draft, [stored]) => {
          if (stored) opened = await open(scope, draft, stored.observation as TreeNode, ask)
        },
      },
    },
  )
  return mustFind(opened as OpenedAnswer | null, 'Answer', conversationId)
}

/** Opens an answer to a turn that is there. */
async function askAgain(scope: WriteScope<AskRecord>, ask: Ask): Promise<OpenedAnswer> {
  const { input, probing } = ask
  const { conversationId, expectedHeadId } = input
  const { result } = await changeConversation(scope, conversationId, async (draft) => {
    await checkExpected(draft, expectedHeadId)
    await checkFree(scope, draft, probing)
    const opened = await open(scope, draft, await answerable(draft, input), ask)
    return { result: opened, record: recordOf(opened) }
  })
  return result
}

/** Returns the turn that is to be answered; refuses any that no model answers. */
async function answerable(draft: Draft, { at }: AskModel): Promise<TreeNode> {
  const node = (await cutOf(draft, at, null))?.node ?? (at == null ? draft.head : null)
  if (node?.kind === 'TURN' && (node.role === 'USER' || node.role === 'TOOL')) return node
  throw badInput('Without a prompt, "at" must be a turn of the user or of a tool.', {}, ['at'])
}

async function nodeAt(scope: Scope, { conversationId, at }: AskModel): Promise<TreeNode> {
  const result = mustFind(await scope.reads.conversation(conversationId), 'Conversation', conversationId)
  const conversation = mustBeLive(result)
  const view = { conversation, head: await headOf(scope, conversation), reads: scope.reads }
  const node = (await cutOf(view, at, null))?.node
  if (!node) throw badInput('"at" is the empty path: leave it out to begin there.', {}, ['at'])
  return node
}

function recordOf({ id, prompt, conversationId }: OpenedAnswer): AskRecord {
  return { answerId: id, promptId: prompt.id, conversationId }
}

async function begun(
  scope: Scope,
  { responder, probing }: Ask,
  opened: OpenedAnswer,
): Promise<Omit<AskResult, 'replayed'>> {
  const { id, conversationId, runId, record, prompt } = opened
  const request = { id, conversationId, runId, record }
  const { fault, onRevoked } = probing
  const answer = probing.answers
    .begin(scope.tenant, request, (live) => makeAnswer(scope, { responder, fault, onRevoked }, live))
    .now()
  const conversation = mustFind(await scope.reads.conversation(conversationId), 'Conversation', conversationId)
  return { answer, prompt, conversation }
}
