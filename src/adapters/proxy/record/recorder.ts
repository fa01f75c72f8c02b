/** Records what passes through, beside it: whatever goes wrong here, no request is slower, other or refused for it. */
import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate as breath } from 'node:timers/promises'
import type { Logger } from 'pino'
import { untilRevoked, type FollowCaller } from '../../../app/access/untilRevoked.ts'
import type { Scope } from '../../../app/scope.ts'
import type { JsonObject } from '../../../domain/model.ts'
import { asObject, asText } from '../../../formats/reading/values.ts'
import { linksOf } from '../links/links.ts'
import { eventsOf, objectIn } from '../wires/events.ts'
import type { Wire } from '../wires/wire.ts'
import { WaitingBytes, type BodyCopy, type CopyRoom, type RoomSize } from './budget.ts'
import { decoded, Unreadable } from './decoded.ts'
import { isWord, type Exchange, type ExchangeOutcome } from './exchange.ts'
import { namedConversation, type RequestHead } from './names.ts'
import { storeExchange } from './store.ts'
import { refuseManyMessages, refuseManyValues, TooLong } from './tooLong.ts'
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
  /** The caller has sent all of its request. */
  sent(): void
  /** Takes what passed for storing; resolves once it is stored, or given up. */
  end(head: AnswerHead | null, outcome: ExchangeOutcome): Promise<void>
}

/** What is known of a request before its body. */
export interface RecordingRequest extends RequestHead {
  readonly wire: Wire
  readonly tenant: string
  /** Returns what the turns are stored with. */
  readonly scope: (signal: AbortSignal) => Scope
  /** Who sent it is followed until all of it is stored. */
  readonly onRevoked: FollowCaller
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
  /** How much waits to be stored, of all and of one tenant. */
  readonly room: RoomSize
  /** How long a store may get on with nothing of a request, in milliseconds. */
  readonly storeMs?: number
}

/** What a request takes beside its body. */
const eachTakes = 4096
const atOnce = 2
/** Between two works what passes has the process for itself, in milliseconds. */
const pauses = { reading: 5, storing: 10 }
/** What is said of an answer that came and cannot be read, or has more than is read, and what that is counted as. */
const unread = { unreadable: 'UNREADABLE', too_long: 'TOO_LONG' } as const
type Unread = keyof typeof unread

/** Returns what records requests. */
export function createRecorder(parts: RecorderParts): Recorder {
  const waiting = new WaitingBytes(parts.room)
  const sweep = setInterval(() => waiting.giveUnsent(), parts.room.silentMs).unref()
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
    const { tenant } = request
    copies.room.rest()
    try {
      if (copies.room.lostBy !== null) {
        report.report(copies.room.lostBy)
        return
      }
      await untilRevoked(request.onRevoked, async (revoked) => {
        const exchange = await reading.after(tenant, [], () => exchangeOf(request, copies, head, outcome))
        if (exchange === null || (parts.mode === 'sessions' && exchange.named === null)) return
        const names = namesOf(tenant, request.scope(revoked), exchange)
        await storing.after(tenant, names, () => stored(request, exchange, revoked, parts.storeMs ?? 30_000))
        parts.onRecorded(request.wire.name)
        if (exchange.unread !== null) report.report(unread[exchange.unread])
      })
    } catch (error) {
      if (error instanceof Unreadable) report.report('UNREADABLE')
      else if (error instanceof TooLong) report.report('TOO_LONG')
      else report.report(parts.codeOf(error), error)
    } finally {
      copies.room.drop()
    }
  }
  return {
    begin(request) {
      const room = waiting.open(request.tenant, eachTakes)
      if (room === null) {
        report.report('BUSY')
        return null
      }
      const copies = { room, request: room.copy(), answer: room.copy(false) }
      return {
        ...copies,
        sent: () => void (room.isSent = true),
        end(head, outcome) {
          const work = record(request, copies, head, outcome).finally(() => works.delete(work))
          works.add(work)
          return work
        },
      }
    },
    waiting,
    async idle() {
      while (works.size > 0) await Promise.allSettled(works)
    },
    stop() {
      clearInterval(sweep)
      report.stop()
    },
  }
}

interface Copies {
  readonly room: CopyRoom
  readonly request: BodyCopy
  readonly answer: BodyCopy
}

/** Stores a request part by part, as long as it gets on: of a long history each part has the time of a short one. */
async function stored(request: RecordingRequest, exchange: Exchange, revoked: AbortSignal, ms: number): Promise<void> {
  const controller = new AbortController()
  const stalled = () => controller.abort(new DOMException(`Nothing was stored for ${ms} ms.`, 'TimeoutError'))
  const timer = setTimeout(stalled, ms)
  try {
    const signal = AbortSignal.any([controller.signal, revoked])
    await storeExchange(request.scope(signal), exchange, () => void timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}

/** What may be one conversation is stored in turn: what is named alike, and what begins alike. */
function namesOf(tenant: string, { nameKey }: Scope, { named, request }: Exchange): string[] {
  const first = linksOf(nameKey, request.turns.slice(0, firstOf(request.turns) + 1)).at(-1)
  const name = (kind: string, value: string | null | undefined) =>
    value == null ? [] : [JSON.stringify([tenant, kind, value])]
  return [
    ...name('conversation', named?.sidechainOf ?? named?.id),
    ...name('conversation', named?.id),
    ...name('link', request.continues === null && first?.isOwn ? first.link : null),
    ...name('answers', request.continues === null ? null : ''),
  ]
}

const firstOf = (turns: Exchange['request']['turns']): number =>
  Math.max(
    0,
    turns.findIndex(({ role }) => role !== 'SYSTEM'),
  )

/** Returns what a request and its answer say; null where there is nothing to record. */
async function exchangeOf(
  parameters: RecordingRequest,
  copies: Copies,
  head: AnswerHead | null,
  outcome: ExchangeOutcome,
): Promise<(Exchange & { readonly unread: Unread | null }) | null> {
  const { wire } = parameters
  const text = await decoded(copies.request.all(), parameters.headers['content-encoding'])
  await refuseManyValues(text)
  const body = objectIn(text)
  if (body === null) throw new Unreadable('The request is not a JSON object.')
  refuseManyMessages(body)
  await breath()
  const request = wire.request(body)
  if (request === null) return null
  await breath()
  const input = head === null ? null : await answerOf(wire, copies.answer, head)
  const isAnswer = head !== null && head.status >= 200 && head.status < 300
  const fields = typeof input === 'string' ? null : input
  const whole = isAnswer ? fields : null
  const missed =
    isAnswer && typeof input === 'string' && (input === 'too_long' || outcome.cutBy === null) ? input : null
  return {
    wire,
    request,
    names: whole ? wire.names(body, whole) : [],
    answers: whole ? wire.answer(whole) : [],
    named: namedConversation(parameters, body),
    isRetry: Number(parameters.headers['x-stainless-retry-count'] ?? 0) > 0,
    outcome,
    error: missed ?? errorOf(head, isAnswer, fields, outcome),
    unread: missed,
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
  if (!isAnswer) return kindOf(error)
  return fields === null ? 'cut' : error && kindOf(error)
}

function kindOf(error: JsonObject | null): string {
  const kinds = [error?.['type'], error?.['code']].map((value) => asText(value))
  return kinds.find(isWord) ?? 'error'
}

/** Returns the body of an answer, of a stream as far as it came; or why there is none. */
async function answerOf(wire: Wire, copy: BodyCopy, { headers }: AnswerHead): Promise<JsonObject | Unread> {
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  if (copy.lostBy === 'TOO_LONG') return 'too_long'
  try {
    const text = await decoded(copy.all(), headers['content-encoding'])
    if (isStream) return ofStream(wire, await eventsOf(text)) ?? 'unreadable'
    await refuseManyValues(text)
    return objectIn(text) ?? 'unreadable'
  } catch (error) {
    if (error instanceof TooLong) return 'too_long'
    if (error instanceof Unreadable) return 'unreadable'
    throw error
  }
}

function ofStream(wire: Wire, events: readonly JsonObject[]): JsonObject | null {
  const failed = events.find(({ type, error }) => type === 'error' || error != null)
  return wire.assemble(events) ?? failed ?? null
}
