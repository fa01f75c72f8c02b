import { resultOf } from '../answer.ts'
import type { FailureCode } from '../failureCodes.ts'
import { passed } from '../repeat.ts'
import { TurngraphError } from '../turngraphError.ts'
import type { TypedDocument } from '../typedDocument.ts'
import type { Graph } from './graph.ts'

/** What passes by itself: no server answers, it is overloaded, or too many events waited to be read. */
const passing: ReadonlySet<FailureCode> = new Set([
  ...(['UNREACHABLE', 'TIMEOUT', 'RATE_LIMITED', 'OVERLOADED', 'LIMIT_EXCEEDED'] as const),
])
const firstPause = 200
const longestPause = 30_000

/** A subscription that is begun again as often as it breaks. */
export interface Subscription<Result, Variables extends object> {
  readonly document: TypedDocument<Result, Variables>
  /** Asked again at each start. */
  readonly variables: () => Variables
  /** Called at each beginning but the first. */
  readonly onGap?: (() => void) | undefined
}

/** Yields the results of a subscription over as many connections as it takes, until the signal or the client ends it. */
export async function* resumed<Result, Variables extends object>(
  { follow, closed }: Graph,
  { document, variables, onGap }: Subscription<Result, Variables>,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  const ended = AbortSignal.any([signal, closed])
  const isOver = (): boolean => ended.aborted
  for (let pause = firstPause, wait = 0; !isOver();) {
    try {
      for await (const answer of follow(document, variables(), ended)) {
        const result = resultOf(answer) as Result
        if (wait > 0) onGap?.()
        pause = firstPause
        wait = 0
        yield result
      }
      wait = pause
    } catch (thrown) {
      if (isOver()) break
      if (!(thrown instanceof TurngraphError) || !passing.has(thrown.code)) throw thrown
      wait = Math.max(pause, thrown.retryAfterMs ?? 0)
    }
    // Those who lost a server together do not come back together.
    await passed(wait * (0.5 + Math.random() / 2), ended)
    pause = Math.min(pause * 2, longestPause)
  }
  if (!closed.aborted) signal.throwIfAborted()
}

/**
 * Returns what a generator yields as an iterator that can be ended while it waits: `stop` ends what it waits for, as the closed client does. The
 * given signal makes it throw, as it does any question.
 */
export function endable<T>(
  make: (signal: AbortSignal) => AsyncGenerator<T, undefined>,
  abortSignal: AbortSignal | undefined,
  closed: AbortSignal,
): AsyncIterableIterator<T, undefined> {
  const departure = new AbortController()
  const items = make(abortSignal ? AbortSignal.any([abortSignal, departure.signal]) : departure.signal)
  const isLeft = (): boolean => departure.signal.aborted || closed.aborted
  return {
    next: () =>
      items.next().catch((thrown: unknown) => {
        if (isLeft() && !abortSignal?.aborted) return { done: true, value: undefined }
        throw thrown
      }),
    async return() {
      departure.abort()
      await items.return(undefined).catch(() => undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
