/** Records what passes through, beside it: whatever goes wrong here, no request is slower, other or refused for it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { Scope } from '../../../app/scope.ts'
import type { JsonObject } from '../../../domain/model.ts'
import { asObject, asText } from '../../../formats/reading/values.ts'
import { linksOf } from '../links/links.ts'
import { eventsOf, objectIn } from '../wires/events.ts'
import type { Wire } from '../wires/wire.ts'
import { BodyCopy, waitingBytes, type WaitingBytes } from './budget.ts'
import { decoded, Unreadable } from './decoded.ts'
import type { Exchange, ExchangeOutcome } from './exchange.ts'
import { namedConversation, type RequestHead } from './names.ts'
import { storeExchange } from './store.ts'
import { turnstile } from './turnstile.ts'
import { unrecorded } from './unrecorded.ts'

/** The head of an answer, as far as recording needs it. */
export interface AnswerHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** A request that is recorded while it passes. */
export interface Recording {
  readonly request: BodyCopy
  readonly answer: BodyCopy
  /** Takes what passed for storing; resolves once it is stored, or given up. */
  end(head: AnswerHead | null, outcome: ExchangeOutcome): Promise<void>
}

/** What is known of a request before its body. */
export interface RecordingRequest extends RequestHead {
  readonly wire: Wire
  readonly tenant: string
  /** Returns what the turns are stored with. */
  readonly scope: (signal: AbortSignal) => Scope
}

export interface Recorder {
  /** Returns the recording of a request; null where no room is left for another one. */
  begin(request: RecordingRequest): Recording | null
  readonly waiting: Pick<WaitingBytes, 'taken'>
  /** Resolves once all that ended is stored, or given up. */
  idle(): Promise<void>
  stop(): void
}

export interface RecorderParts {
  readonly log: Pick<Logger, 'warn'>
  /** Told of each request that was stored, and of each that was not, with why. */
  readonly onRecorded: (api: string) => void
  readonly onUnrecorded: (code: string) => void
  /** Returns the code that an error is known by. */
  readonly codeOf: (error: unknown) => string
  readonly mode: 'all' | 'sessions'
  readonly mostBytes?: number
  /** How long a store may take for one request, in milliseconds. */
  readonly storeMs?: number
}

const mostWaiting = 64 * 1024 * 1024
/** What a request takes beside its body. */
const eachTakes = 4096
const atOnce = 2
/** Between two works what passes has the process for itself, in milliseconds. */
const pauses = { reading: 5, storing: 10 }
/** What is said of an answer that came and cannot be read. */
const unreadable = 'unreadable'

/** Returns what records requests. */
export function createRecorder(parts: RecorderParts): Recorder {
  const room = waitingBytes(parts.mostBytes ?? mostWaiting)
  const reading = turnstile(1, pauses.reading)
  const storing = turnstile(atOnce, pauses.storing)
  const report = unrecorded({ log: parts.log, count: parts.onUnrecorded })
  const works = new Set<Promise<void>>()
  const record = async (
    request: RecordingRequest,
    copies: Copies,
    head: AnswerHead | null,
    outcome: ExchangeOutcome,
  ) => {
    try {
      if (!copies.request.isWhole || !copies.answer.isWhole) {
        report.report('BUSY')
        return
      }
      const exchange = await reading.after(['read'], () => exchangeOf(request, copies, head, outcome))
      if (exchange === null || (parts.mode === 'sessions' && exchange.named === null)) return
      const scope = request.scope(AbortSignal.timeout(parts.storeMs ?? 30_000))
      await storing.after(namesOf(request.tenant, scope, exchange), () => storeExchange(scope, exchange))
      parts.onRecorded(request.wire.name)
      if (exchange.error === unreadable) report.report('UNREADABLE')
    } catch (error) {
      if (error instanceof Unreadable) report.report('UNREADABLE')
      else report.report(parts.codeOf(error), error)
    } finally {
      copies.request.drop()
      copies.answer.drop()
      room.give(eachTakes)
    }
  }
  return {
    begin(request) {
      if (!room.take(eachTakes)) {
        report.report('BUSY')
        return null
      }
      const copies = { request: new BodyCopy(room), answer: new BodyCopy(room) }
      return {
        ...copies,
        end(head, outcome) {
          const work = record(request, copies, head, outcome).finally(() => works.delete(work))
          works.add(work)
          return work
        },
      }
    },
    waiting: room,
    async idle() {
      while (works.size > 0) await Promise.allSettled(works)
    },
    stop: () => report.stop(),
  }
}

interface Copies {
  readonly request: BodyCopy
  readonly answer: BodyCopy
}

/** What may be one conversation is stored in turn: what is named alike, and what begins alike. */
function namesOf(tenant: string, { nameKey }: Scope, { named, request }: Exchange): string[] {
  const first = linksOf(nameKey, request.turns.slice(0, firstOf(request.turns) + 1)).at(-1)
  const name = (kind: string, value: string | null | undefined) => (value == null ? [] : [JSON.stringify([tenant, kind, value])]) // prettier-ignore
  return [
    ...name('conversation', named?.sidechainOf ?? named?.id),
    ...name('conversation', named?.id),
    ...name('link', request.continues === null && first?.isOwn ? first.link : null),
    ...name('answers', request.continues === null ? null : ''),
  ]
}

const firstOf = (turns: Exchange['request']['turns']): number => Math.max(0, turns.findIndex(({ role }) => role !== 'SYSTEM')) // prettier-ignore

/** Returns what a request and its answer say; null where there is nothing to record. */
async function exchangeOf(
  parameters: RecordingRequest,
  copies: Copies,
  head: AnswerHead | null,
  outcome: ExchangeOutcome,
): Promise<Exchange | null> {
  const { wire } = parameters
  const body = objectIn(await decoded(copies.request.all(), parameters.headers['content-encoding']))
  if (body === null) throw new Unreadable('The request is not a JSON object.')
  const request = wire.request(body)
  if (request === null) return null
  const input = head === null ? null : await answerOf(wire, copies.answer, head)
  const isAnswer = head !== null && head.status >= 200 && head.status < 300
  const whole = isAnswer && input !== null ? input : null
  return {
    wire,
    request,
    names: whole ? wire.names(body, whole) : [],
    answers: whole ? wire.answer(whole) : [],
    named: namedConversation(parameters, body),
    isRetry: Number(parameters.headers['x-stainless-retry-count'] ?? 0) > 0,
    outcome,
    error: errorOf(head, isAnswer, input, outcome),
  }
}

/** What the upstream says of its error may hold a part of the caller's key: its kind alone is kept. */
function errorOf(
  head: AnswerHead | null,
  isAnswer: boolean,
  fields: JsonObject | null,
  { cutBy }: ExchangeOutcome,
): string | null {
  if (head === null) return cutBy === 'client' ? 'aborted' : 'unreachable'
  const error = asObject(fields?.['error'])
  if (isAnswer) return fields === null ? (cutBy === null ? unreadable : 'cut') : error && (asText(error['type']) ?? asText(error['code']) ?? 'error') // prettier-ignore
  return asText(error?.['type']) ?? asText(error?.['code']) ?? 'error'
}

/** Returns the body of an answer, of a stream as far as it came; null where it is none that is known. */
async function answerOf(wire: Wire, copy: BodyCopy, { headers }: AnswerHead): Promise<JsonObject | null> {
  const text = await decoded(copy.all(), headers['content-encoding']).catch((error: unknown) => {
    if (error instanceof Unreadable) return null
    throw error
  })
  if (text === null) return null
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  if (!isStream) return objectIn(text)
  const events = eventsOf(text)
  const failed = events.find(({ type, error }) => type === 'error' || error != null)
  const made = wire.assemble(events)
  return made ?? failed ?? null
}
