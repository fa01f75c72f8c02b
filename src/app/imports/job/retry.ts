import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../../../storage/graphStore.ts'

/** Does something that may safely be done again until it is answered; rejects once nothing has been for too long. */
export type Retry = <T>(ask: () => Promise<T>) => Promise<T>

export interface RetryOptions {
  /** How long nothing may be answered before it gives up. */
  readonly limitMs?: number
  /** The first pause; each further one is twice as long, up to `longestMs`. */
  readonly pauseMs?: number
  readonly longestMs?: number
  readonly signal?: AbortSignal | undefined
  /** Says which failures pass by themselves; those of a store that cannot be reached now when absent. */
  readonly isPassing?: (thrown: unknown) => boolean
  /** Told of the first failure of each wait. */
  readonly onWait?: ((thrown: unknown) => void) | undefined
}

/** How long an import waits for a store that does not answer. */
export const importMaxWaitMs = 120_000

/** Returns what retries calls of something that is away for a while: all of them share one clock. */
export function createRetry(options: RetryOptions = {}): Retry {
  const { limitMs = importMaxWaitMs, pauseMs = 200, longestMs = 8_000, signal, isPassing = isAway } = options
  let awaySince: number | null = null
  return async (ask) => {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await ask()
        awaySince = null
        return answer
      } catch (thrown) {
        if (!isPassing(thrown)) throw thrown
        if (awaySince === null) options.onWait?.(thrown)
        awaySince ??= performance.now()
        const wait = Math.min(longestMs, pauseMs * 2 ** tries) * (0.75 + Math.random() / 2)
        if (performance.now() + wait > awaySince + limitMs) throw thrown
        await pause(wait, undefined, signal === undefined ? {} : { signal })
      }
    }
  }
}

/** Says whether a failure is that of a store which cannot be reached now. */
export function isAway(thrown: unknown): boolean {
  return thrown instanceof StoreUnavailable && !thrown.isLasting
}
