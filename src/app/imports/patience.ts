import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../../storage/graphStore.ts'
import { intercept } from '../../storage/intercept.ts'
import { createReads, createSegmentCache } from '../read/reads.ts'
import type { Scope } from '../scope.ts'
import type { Lanes } from '../write/lanes.ts'

/** Does something that may safely be done again until it is answered; rejects once nothing has been for too long. */
export type Patience = <T>(ask: () => Promise<T>) => Promise<T>

export interface PatienceOptions {
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
export const importPatienceMs = 120_000

/** Returns patience with something that is away for a while: all that is asked through it shares one clock. */
export function createPatience(options: PatienceOptions = {}): Patience {
  const { limitMs = importPatienceMs, pauseMs = 200, longestMs = 8_000, signal, isPassing = isAway } = options
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

function isAway(thrown: unknown): boolean {
  return thrown instanceof StoreUnavailable && !thrown.isLasting
}

/**
 * Returns the scope with a store that is waited for: whatever is asked of it is asked again, for the same changes are
 * written once however often they are sent. What is decided in a lane whose conversation could not be read is decided
 * again.
 */
export function patientScope(scope: Scope, patience: Patience): Scope {
  const store = intercept(scope.store, (_, call) => patience(call))
  const { lanes } = scope
  const reads = createReads(store, scope.tenant, createSegmentCache())
  // What the request itself has read is old after a write, too.
  const clear = () => {
    reads.clear()
    scope.reads.clear()
  }
  const run: Lanes['run'] = (tenant, ids, decide) => patience(() => lanes.run(tenant, ids, decide))
  return {
    ...scope,
    store,
    reads: { ...reads, clear },
    lanes: { ...lanes, run },
  }
}
