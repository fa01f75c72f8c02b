import { instantOf } from '../../domain/instants.ts'
import type { Instant } from '../../domain/model.ts'
import { aliveMark } from '../../domain/records/modelAnswer.ts'
import { noRecords } from '../../domain/changes.ts'
import type { Responder } from '../probes/responder.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import type { Answer } from './answer.ts'
import type { Asking } from './asking.ts'

/** A shorter time than this passes while a machine is busy. */
const leastMs = 1_000

/** Returns until when a server that asks a model lives by its word of now: twice as long as it takes to say so again. */
export function nextWord(scope: Scope, responder: Pick<Responder, 'timeoutMs'>): Instant {
  const until = Date.parse(scope.fresh.now()) + 2 * everyMs(responder)
  return instantOf(BigInt(until) * 1_000_000n)
}

const everyMs = ({ timeoutMs }: Pick<Responder, 'timeoutMs'>) => Math.max(timeoutMs, leastMs)

/**
 * Has the store know that this server still makes an answer, until what it returns is called; that resolves when nothing
 * is written any more. An answer that is soon whole costs no such write.
 */
export function stayAlive(
  scope: Scope,
  { responder, fault }: Pick<Asking, 'fault'> & { readonly responder: Responder },
  answer: Pick<Answer, 'id' | 'conversationId' | 'runId'>,
): () => Promise<void> {
  let last = Promise.resolve()
  const say = () => {
    last = sayAlive(scope, responder, answer).catch((error: unknown) => void fault(error))
  }
  const timer = setInterval(say, everyMs(responder)).unref()
  return async () => {
    clearInterval(timer)
    await last
  }
}

async function sayAlive(
  scope: Scope,
  responder: Responder,
  { id, conversationId, runId }: Pick<Answer, 'id' | 'conversationId' | 'runId'>,
): Promise<void> {
  const until = nextWord(scope, responder)
  const event = newEvent(scope, 'RUN', null, { details: { conversationId, runId, aliveUntil: until } })
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  const importMarks = [{ name: aliveMark(id), value: until }]
  const changes = { events: [event] as const, ...tree, key: null, rawChunks: [], importMarks, ...noRecords }
  await commitRecords(scope, () => Promise.resolve({ changes, result: null }))
}
