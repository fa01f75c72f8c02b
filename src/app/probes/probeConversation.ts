import type { Conversation, JsonObject, TreeNode } from '../../domain/model.ts'
import { badInput, mustBeLive } from '../../domain/refusals.ts'
import { ChatWriting } from '../../formats/openai/chat.ts'
import type { Scope } from '../scope.ts'
import { checkSize } from '../write/checks.ts'
import { cutOf, type ForkPosition } from '../forks/forkPoint.ts'
import { checkForkPoint } from '../forks/runBoundary.ts'
import { messagesOf } from '../transcripts/contextMessages.ts'
import { contextAt } from '../transcripts/transcript.ts'
import { headOf } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import { modelOf, notConfigured } from './configured.ts'
import { ledgerEnds, type LedgerEnds } from './erasedSince.ts'
import type { ResponderMessage, ModelAnswer, Probe, ProbeResult, Probing } from './responder.ts'
import { signProbe } from './signedProbe.ts'

/** Bytes of a prompt or an answer: a probe is sent to the client and back. */
const mostBytes = 1024 * 1024

/**
 * Asks the configured model one prompt with what it would be sent at a point of a conversation, and writes nothing. Tools
 * are not run: a model that calls some gets no further, and its answer cannot be promoted (design §5).
 */
export async function probeConversation(scope: Scope, probing: Probing, input: Probe): Promise<ProbeResult> {
  const { responder } = probing
  if (!responder) throw notConfigured()
  const { prompt } = input
  if (prompt.trim() === '') throw badInput('"prompt" is blank.', {}, ['prompt'])
  checkText(scope, prompt)
  const conversation = mustBeLive(await conversationOf(scope, input.conversationId))
  const { node } = await pointOf(scope, conversation, input)
  // Before the path is read: what is erased while the model answers was not erased for it.
  const ends = await ledgerEnds(scope, conversation)
  const chatMessage: ResponderMessage = { role: 'user', content: prompt }
  const context = await messagesOf(scope, await contextAt(scope, conversation, node, 'CURRENT'), new ChatWriting())
  const messages = [...(context as unknown as ResponderMessage[]), chatMessage]
  const answer = await responder.answer({ model: modelOf(responder, input.model), messages, signal: scope.signal })
  checkText(scope, answer.text)
  const { text, stopReason } = answer
  const parts = [chatMessage, answer.message, ...answer.toolCalls.map(refusalOf)]
  return {
    probe: await storedProbe(scope, probing, { conversation, node, prompt, ends }, answer),
    text,
    messages: parts,
    stopReason,
  }
}

function checkText({ limits }: Scope, text: string): void {
  checkSize([{ type: 'text', text }], Math.min(mostBytes, limits.turnBytes))
}

async function pointOf(scope: Scope, conversation: Conversation, { at }: Probe): Promise<ForkPosition> {
  const view = { conversation, head: await headOf(scope, conversation), reads: scope.reads }
  const cut = (await cutOf(view, at, null)) ?? { node: view.head }
  const run = await checkForkPoint(view, cut, at && 'runId' in at ? 'RUN' : 'MESSAGE')
  if (run?.end?.leftOut != null)
    throw badInput('A fork at this run leaves turns out, so it cannot be probed: fork it first.', {}, ['at'])
  return cut
}

function refusalOf(callId: string): JsonObject {
  return { role: 'tool', tool_call_id: callId, content: 'Refused: tools are not run in a probe.' }
}

/** What was asked, and where. */
interface AskedProbe {
  readonly conversation: Conversation
  readonly node: TreeNode | null
  readonly prompt: string
  readonly ends: LedgerEnds
}

async function storedProbe(
  scope: Scope,
  { key }: Probing,
  { conversation, node, prompt, ends }: AskedProbe,
  { text, model, usage, toolCalls }: ModelAnswer,
): Promise<string | null> {
  if (toolCalls.length > 0 || text === '') return null
  const place = { conversationId: conversation.id, observationId: node?.id ?? null, ledgerEnds: ends }
  const probe = { ...place, prompt, text, model, usage }
  return signProbe(await key(), scope.tenant, probe)
}
