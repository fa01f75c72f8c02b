import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { failedBy, type AnswerEnd } from '../../domain/records/modelAnswer.ts'
import { mustFind, Refusal } from '../../domain/refusals.ts'
import { ChatWriting } from '../../formats/openai/chat.ts'
import { ResponderUnavailable, type ResponderMessage, type ModelAnswer, type Responder } from '../probes/responder.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { messagesOf } from '../transcripts/contextMessages.ts'
import { contextAt } from '../transcripts/transcript.ts'
import type { Asking } from './asking.ts'
import type { LiveAnswer } from './liveAnswers.ts'
import { stayAlive } from './stayAlive.ts'
import { storeEnd, type ModelOutcome } from './storeEnd.ts'

/** Who answers, and where faults go. */
type Making = Pick<Asking, 'fault' | 'onRevoked'> & { readonly responder: Responder }

/**
 * Has the model answer, piece by piece, and stores what came of it. Says in the end how it went, whatever happened, and
 * throws nothing: nobody waits for it.
 */
export async function makeAnswer(scope: Scope, making: Making, live: LiveAnswer): Promise<void> {
  const isSettled = stayAlive(scope, making, live.request)
  const unfollow = making.onRevoked?.(() => live.revoke())
  const fields = await parametersOf(scope, making, live)
  unfollow?.()
  // The answer took its time: what was read before may be behind.
  scope.reads.clear()
  const end = await ended(scope, making, live, fields)
  await isSettled()
  live.end(end, scope.fresh.now())
}

/** What cannot be stored has failed, and leaves no open run behind where that can be written. */
async function ended(scope: Scope, { fault }: Making, live: LiveAnswer, fields: ModelOutcome): Promise<AnswerEnd> {
  const { request } = live
  try {
    return await storeEnd(scope, request, fields, live.key)
  } catch (thrown) {
    const end = endOf(thrown, fault)
    return storeEnd(scope, request, { kind: 'nothing', end }).catch(() => end)
  }
}

/** Returns what the model said, or why it did not. */
async function parametersOf(scope: Scope, { responder, fault }: Making, live: LiveAnswer): Promise<ModelOutcome> {
  const { model } = live.request.record
  try {
    const messages = await messagesFor(scope, live)
    live.signal.throwIfAborted()
    const answer = await responder.stream({ model, messages, signal: live.signal }, (piece) => live.take(piece))
    if (live.isRevoked) return nothingOf('revoked')
    live.usage = answer.usage
    return wholeOf(answer, live)
  } catch (thrown) {
    if (live.isRevoked) return nothingOf('revoked')
    if (live.isStopped) return stoppedOf(live)
    return { kind: 'nothing', end: endOf(thrown, fault) }
  }
}

/** What the model would be sent at the prompt, which ends with it. */
async function messagesFor(scope: Scope, { request }: LiveAnswer): Promise<ResponderMessage[]> {
  const result = await scope.reads.conversation(request.conversationId)
  const conversation = mustFind(result, 'Conversation', request.conversationId)
  const prompt = asTreeNode(await scope.reads.observation(request.record.promptId))
  const entries = await contextAt(scope, conversation, prompt, 'CURRENT')
  return (await messagesOf(scope, entries, new ChatWriting())) as unknown as ResponderMessage[]
}

function wholeOf({ text, model, usage, stopReason, message, toolCalls }: ModelAnswer, live: LiveAnswer): ModelOutcome {
  const calls = toolCalls.length === 0 ? [] : callsOf(message)
  const blocks = [...thoughts(live), ...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls]
  if (text === '' && calls.length === 0) return { kind: 'nothing', end: failedBy('EMPTY') }
  return { kind: calls.length > 0 ? 'calls' : 'whole', blocks, model, usage, stopReason }
}

function stoppedOf(live: LiveAnswer): ModelOutcome {
  const { text, request } = live
  if (text === '') return nothingOf('stopped')
  const blocks = [...thoughts(live), { type: 'text' as const, text }]
  return { kind: 'stopped', blocks, model: request.record.model, usage: null, stopReason: 'stopped' }
}

function nothingOf(stopReason: 'stopped' | 'revoked'): ModelOutcome {
  return { kind: 'nothing', end: { state: 'STOPPED', observationId: null, stopReason, error: null } }
}

function thoughts({ thinking }: LiveAnswer): Block[] {
  return thinking === '' ? [] : [{ type: 'thinking', thinking }]
}

/** The calls of a message of OpenAI's chat completions; arguments that are no JSON are kept as they are. */
function callsOf({ tool_calls }: JsonObject): Block[] {
  const calls = (tool_calls ?? []) as unknown as readonly {
    id?: string
    function?: { name?: string; arguments?: string }
  }[]
  return calls.map(({ id, function: called }, i) => ({
    type: 'toolCall',
    callId: id === undefined || id === '' ? `call-${i + 1}` : id,
    name: called?.name ?? '',
    input: inputOf(called?.arguments ?? ''),
  }))
}

function inputOf(text: string): Json {
  try {
    return text === '' ? {} : (JSON.parse(text) as Json)
  } catch {
    return text
  }
}

/** Returns how an answer ended that could not be made: in the words of a refusal, and of a fault where the log has it. */
function endOf(thrown: unknown, fault: Making['fault']): AnswerEnd {
  if (thrown instanceof ResponderUnavailable) return failedBy(thrown.code)
  const { code, message, facts } = isRefusal(thrown) ? thrown : faultyAnswer(fault(thrown))
  return { state: 'FAILED', observationId: null, stopReason: null, error: { code, message, details: facts as Json } }
}

function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Refusal
}

function faultyAnswer(errorId: string): Refusal {
  return new Refusal('ANSWER_FAILED', { errorId }, 'The server could not make the answer, or could not store it.')
}
