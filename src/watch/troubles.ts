import type { FailureCode } from '../client/failureCodes.ts'
import type { Failure } from '../client/failures.ts'

/** What went wrong, and when it may be tried again. */
export interface Troubles {
  /** A file, or a folder, cannot be read: said once, until it can be. */
  unreadable(path: string, failure: Failure): void
  /**
   * An import failed. Answers true where that is of the store or the server, and everything waits a while; false where it
   * is of the file, which then waits until it changes, and longer each time; `ofFile` names it.
   */
  refused(path: string, failure: Failure, ofFile: Failure): boolean
  /** All is well with a file. */
  done(path: string): void
  /** The moment before which a file that was refused is not to be tried again; 0 where it was not. */
  notBefore(path: string): number
  /** The moment before which nothing is to be imported. */
  readonly pausedUntil: number
}

/** Says whether a failure says nothing of the file: another one would have the same. */
export const isOfAll = ({ code }: Failure): boolean => ofAll.has(code)

const ofAll: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...(['TIMEOUT', 'OVERLOADED', 'UNREACHABLE', 'UNEXPECTED_ANSWER', 'RATE_LIMITED'] as const),
  ...(['UNAUTHENTICATED', 'FORBIDDEN', 'STORE_FULL', 'STORE_REFUSED'] as const),
])

const [firstWaitMs, longestWaitMs] = [1_000, 5 * 60_000]
const longestPauseMs = 30_000

const waitAfter = (times: number, longest: number) => Math.min(longest, firstWaitMs * 2 ** (times - 1))

interface Refused {
  readonly code: FailureCode
  readonly times: number
  readonly notBefore: number
}

/** Returns no troubles yet; `tell` hears of each once. */
export function createTroubles(tell: (failure: Failure) => void): Troubles {
  const unreadable = new Set<string>()
  const refused = new Map<string, Refused>()
  let [pauses, pausedUntil] = [0, 0]
  const pause = (failure: Failure) => {
    if (pauses === 0) tell(failure)
    pausedUntil = Date.now() + waitAfter(++pauses, longestPauseMs)
  }
  return {
    unreadable(path, failure) {
      if (!unreadable.has(path)) tell(failure)
      unreadable.add(path)
    },
    refused(path, failure, ofFile) {
      if (isOfAll(failure)) {
        pause(failure)
        return true
      }
      const before = refused.get(path)
      if (before?.code !== failure.code) tell(ofFile)
      const times = (before?.times ?? 0) + 1
      refused.set(path, { code: failure.code, times, notBefore: Date.now() + waitAfter(times, longestWaitMs) })
      pauses = 0
      return false
    },
    done(path) {
      unreadable.delete(path)
      refused.delete(path)
      pauses = 0
    },
    notBefore: (path) => refused.get(path)?.notBefore ?? 0,
    get pausedUntil() {
      return pausedUntil
    },
  }
}
