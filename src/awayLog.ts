import type { Logger, LogFn } from 'pino'
import { loggedError, type LoggedError } from './loggedError.ts'
import { StoreHalted, StoreLost, StoreUnavailable } from './storage/graphStore.ts'

/** So long, in milliseconds, one line stands for all that follow it. */
const spell = 60_000

interface Told {
  at: number
  lines: number
}

/** What pino calls in place of a method of its log. */
type LogMethod = (this: Logger, given: Parameters<LogFn>, method: LogFn) => void

/**
 * Returns pino's hook that says of a store which is away one line a minute, without stacks: everything that is asked
 * meanwhile fails for the same reason. The line says how many lines there would have been since the last one.
 */
export function awayLog(now: () => number = Date.now): LogMethod {
  const told = new Map<string, Told>()
  return function (given, method) {
    const [facts, message] = given as unknown as [unknown, string?]
    const err = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null
    if (!(err instanceof StoreUnavailable)) {
      method.apply(this, given)
      return
    }
    // What an operator must see to is not hidden behind what passes.
    const kind = err instanceof StoreHalted || err instanceof StoreLost ? err.name : 'passing'
    const known = told.get(kind) ?? { at: -Infinity, lines: 0 }
    told.set(kind, known)
    known.lines++
    if (now() - known.at < spell) return
    method.apply(this, [{ reason: reasonOf(loggedError(err)), lines: known.lines }, message ?? ''])
    Object.assign(known, { at: now(), lines: 0 })
  }
}

function reasonOf({ message, cause }: LoggedError): string {
  return cause === undefined ? message : `${message} ${reasonOf(cause)}`
}
