import type { Logger } from 'pino'

/** Reports what was passed on and not stored. */
export interface UnrecordedParts {
  readonly log: Pick<Logger, 'warn'>
  readonly count: (code: string) => void
  readonly everyMs?: number
}

/** Counts what could not be recorded, and logs it: the first at once, what follows in one line a minute. */
export interface Unrecorded {
  report(code: string, error?: unknown): void
  stop(): void
}

const minute = 60_000

/** Returns what counts and logs. */
export function unrecorded({ log, count, everyMs = minute }: UnrecordedParts): Unrecorded {
  let codes = new Map<string, number>()
  let fault: unknown
  let timer: NodeJS.Timeout | null = null
  const write = () => {
    const isQuiet = codes.size === 0
    if (!isQuiet)
      log.warn(
        { codes: Object.fromEntries(codes), ...(fault !== undefined && { err: fault }) },
        'Requests were passed on and not recorded',
      )
    codes = new Map()
    fault = undefined
    timer = isQuiet ? null : setTimeout(write, everyMs).unref()
  }
  return {
    report(code, error) {
      count(code)
      codes.set(code, (codes.get(code) ?? 0) + 1)
      fault ??= error
      if (timer === null) write()
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      write()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
