import {
  RequestError,
  type ContentBlock,
  type PromptResponse,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk/unstable'
import { CollectedAnswer } from './answer.ts'
import { promptContent } from './content.ts'
import type { Conversations } from './conversations.ts'
import type { GivenBlock } from './graph.ts'
import { wireId } from './messageIds.ts'
import { stopReasonOf, usageOf, type Model, type ModelAnswer, type NoModel, type TextPiece } from './model.ts'
import { invalid } from './refusals.ts'

/** One prompt of a session. */
export interface Prompted {
  readonly sessionId: string
  readonly runId: string
  readonly prompt: readonly ContentBlock[]
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal
  /** Shows an update to the client, if it is still there. */
  readonly show: (update: SessionUpdate) => Promise<void>
}

/** Claims a run and stores the user's turn in it: before the agent is asked. Returns the id of its message. */
export async function storePrompt(
  conversations: Conversations,
  { sessionId, runId, prompt }: Prompted,
  turnId: string,
): Promise<string> {
  const { content, attachments, blocks } = promptContent(prompt)
  if (blocks.length === 0) throw invalid('"prompt" is empty.', { field: 'prompt' })
  await conversations.runs.claim(sessionId, runId)
  try {
    const turn = { turnId, role: 'USER' as const, content, attachments, metadata: { acp: { blocks } } }
    const [messageId = ''] = await conversations.store(sessionId, runId, [turn])
    return messageId
  } catch (thrown) {
    // Nothing was said in it, so that nothing is taken away. The refusal of the turn is returned, even if this fails.
    await conversations.runs.abort(sessionId, runId).catch(() => undefined)
    throw thrown
  }
}

/** Returns the refusal of a prompt that no agent can answer. */
export function notConfigured({ missing }: NoModel): RequestError {
  const data = { code: 'RESPONDER_NOT_CONFIGURED', variable: missing }
  return RequestError.internalError(data, `No model is configured: set ${missing}.`)
}

/**
 * Asks the model and shows its answer while it comes. Whatever ends it, what came is stored and the run is completed: the
 * user's turn is never taken away again. The ids are of the two turns.
 */
export async function answerPrompt(
  conversations: Conversations,
  model: Model,
  prompted: Prompted,
  [promptTurnId, answerTurnId]: readonly [string, string],
): Promise<PromptResponse> {
  const { runId, show } = prompted
  const userMessageId = await storePrompt(conversations, prompted, promptTurnId)
  const collected = new CollectedAnswer(userMessageId.slice(0, -promptTurnId.length) + answerTurnId)
  const ended = await ask(conversations, model, prompted, (piece) => show(collected.take(piece)))
  const lost: unknown[] = []
  const storing = storeAnswer(conversations, prompted, answerTurnId, collected.content, ended)
  const messageId = await storing.catch((thrown: unknown) => {
    lost.push(thrown)
    return null
  })
  await completedRun(conversations, prompted, lost)
  if (ended.kind === 'failed') throw ended.failure
  const usage = ended.kind === 'answered' ? usageOf(ended.answer.usage) : null
  return {
    stopReason: reasonOf(ended),
    ...(usage && { usage }),
    _meta: { turngraph: messageIdsOf(runId, userMessageId, messageId) },
  }
}

/** Returns what names a prompt and its answer: as they are shown, and as they are in the graph. */
export function messageIdsOf(runId: string, userMessageId: string, messageId: string | null) {
  const wireIds = { userMessageId: wireId(userMessageId), messageId: messageId === null ? null : wireId(messageId) }
  return { ...wireIds, runId, graph: { userMessageId, messageId } }
}

/** Completes the run of a prompt. Where turns of it were lost, that is reported, even if this fails. */
export async function completedRun(
  conversations: Conversations,
  { sessionId, runId }: Prompted,
  lost: readonly unknown[],
): Promise<void> {
  const completed = conversations.runs.complete(sessionId, runId)
  if (lost.length === 0) return completed
  await completed.catch(() => undefined)
  throw lost[0]
}

type Ended =
  | { readonly kind: 'answered'; readonly answer: ModelAnswer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: unknown }

async function ask(
  conversations: Conversations,
  model: Model,
  { sessionId, signal }: Prompted,
  tell: (piece: TextPiece) => Promise<void>,
): Promise<Ended> {
  try {
    signal.throwIfAborted()
    return {
      kind: 'answered',
      answer: await model.answer(await conversations.context(sessionId, signal), signal, tell),
    }
  } catch (failure) {
    return signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', failure }
  }
}

/** Returns the id of the answer's message; null where nothing came. */
async function storeAnswer(
  conversations: Conversations,
  { sessionId, runId }: Prompted,
  turnId: string,
  content: readonly GivenBlock[],
  ended: Ended,
): Promise<string | null> {
  if (content.length === 0) return null
  const metadata = { stopReason: ended.kind === 'failed' ? 'error' : reasonOf(ended) }
  const { model, usage = null } = ended.kind === 'answered' ? ended.answer : {}
  const by = { ...(model !== undefined && { model }), ...(usage && { usage: { ...usage } }) }
  const turn = { turnId, role: 'ASSISTANT' as const, content, metadata, ...by }
  const [messageId = null] = await conversations.store(sessionId, runId, [turn])
  return messageId
}

function reasonOf(ended: Ended): StopReason {
  return ended.kind === 'answered' ? stopReasonOf(ended.answer.stopReason) : 'cancelled'
}
