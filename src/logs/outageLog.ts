import type { Logger, LogFn } from 'pino'
import { errorSerializer, type LoggedError } from './errorSerializer.ts'
import { StoreHalted, StoreLost, StoreUnavailable } from '../storage/graphStore.ts'

/** So long, in milliseconds, one line stands for all that follow it. */
const interval = 60_000

interface Outage {
  loggedAt: number
  lines: number
}

/** What pino calls in place of a method of its log. */
type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn) => void

/**
 * Returns pino's hook that logs a store which is away in one line a minute, without stacks: everything that is asked
 * meanwhile fails for the same reason. The line says how many lines there would have been since the last one.
 */
export function outageLog(now: () => number = Date.now): LogMethod {
  const outages = new Map<string, Outage>()
  return function (args, method) {
    const [facts, message] = args as unknown as [unknown, string?]
    const err = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : null
    if (!(err instanceof StoreUnavailable)) {
      method.apply(this, args)
      return
    }
    // What an operator must see to is not hidden behind what passes.
    const kind = err instanceof StoreHalted || err instanceof StoreLost ? err.name : 'passing'
    const outage = outages.get(kind) ?? { loggedAt: -Infinity, lines: 0 }
    outages.set(kind, outage)
    outage.lines++
    if (now() - outage.loggedAt < interval) return
    method.apply(this, [{ reason: reasonOf(errorSerializer(err)), lines: outage.lines }, message ?? ''])
    Object.assign(outage, { loggedAt: now(), lines: 0 })
  }
}

function reasonOf({ message, cause }: LoggedError): string {
  return cause === undefined ? message : `${message} ${reasonOf(cause)}`
}
