import type { Logger } from 'pino'

/** An overload that comes back sooner is the same one in the log: requests never arrive evenly. In milliseconds. */
const quietMs = 5_000
/** How often the log repeats it while it lasts, in milliseconds. */
const againMs = 30_000

/** Is called as an overload begins and ends, which may be many times a second, and writes it to the log. */
export interface OverloadReport {
  readonly onChange: (isOver: boolean) => void
  /** Called for each request that was refused because of it. */
  readonly onRefused: () => void
  /** Logs nothing more. */
  readonly stop: () => void
}

/** Returns what logs when there was too much, how much was refused so far, and in all once it is over. */
export function overloadReport(log: Pick<Logger, 'info' | 'warn'>): OverloadReport {
  let [refused, logged] = [0, 0]
  let again: NodeJS.Timeout | null = null
  let quiet: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(again ?? undefined)
    clearTimeout(quiet)
    again = null
  }
  const logAgain = () => {
    log.warn({ refused: refused - logged }, 'Still overloaded')
    logged = refused
  }
  const begin = () => {
    clearTimeout(quiet)
    if (again) return
    log.warn('Overloaded: excess requests get 503')
    again = setInterval(logAgain, againMs).unref()
  }
  const end = () => {
    stop()
    log.info({ refused }, 'Not overloaded any more')
    ;[refused, logged] = [0, 0]
  }
  return {
    onChange: (isOver) => {
      if (!isOver) begin()
      else if (again) quiet = setTimeout(end, quietMs).unref()
    },
    onRefused: () => {
      refused++
    },
    stop,
  }
}
