/** One request with its answer, as it is stored. */
import type { JsonObject } from '../../../domain/model.ts'
import type { NamedConversation } from './names.ts'
import type { Wire, WireAnswer, WireRequest } from '../wires/wire.ts'

/** How a request ended. */
export interface ExchangeOutcome {
  /** Of the answer; null: there was none. */
  readonly status: number | null
  readonly ms: number
  /** Until the answer's head came; null: it never did. */
  readonly ttfbMs: number | null
  /** Who ended it before its end: the client that went away, or the upstream; null: nobody. */
  readonly cutBy: 'client' | 'upstream' | null
}

export interface Exchange {
  readonly wire: Wire
  readonly request: WireRequest
  /** The ids by which later requests may name the answer. */
  readonly names: readonly string[]
  readonly answers: readonly WireAnswer[]
  readonly named: NamedConversation | null
  readonly isRetry: boolean
  readonly outcome: ExchangeOutcome
  /** What the upstream calls the kind of its error; null: it answered. */
  readonly error: string | null
}

/** Returns what is kept of a request beside its turns. */
export function proxyFacts({ wire, outcome, error }: Exchange, setup: string | null): JsonObject {
  const { status, ms, ttfbMs } = outcome
  return {
    api: wire.name,
    ...(setup !== null && { setup }),
    status,
    ms,
    ttfbMs,
    ...(error !== null && { error: { status, type: error } }),
  }
}

/** Returns why an answer ended: as the upstream says where that is a word, or because it was cut. */
export function stopReasonOf({ stopReason }: WireAnswer, { cutBy }: ExchangeOutcome): string {
  if (stopReason === null) return cutBy === 'client' ? 'aborted' : 'cut'
  return isWord(stopReason) ? stopReason : 'other'
}

/** An upstream may put any text where the kind of an error or the reason of an end stands: what is no word, in either case, is not kept. */
export function isWord(text: string | null): text is string {
  return text !== null && /^[a-z0-9_.-]{1,64}$/i.test(text)
}
