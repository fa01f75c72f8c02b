import type { StoreLogger } from '../writing/writer.ts'

const everyMs = 5_000

/** What a start says while it waits. */
export interface StartLog {
  readonly logger: StoreLogger
  /** How long the database is waited for, in milliseconds. */
  readonly waitMs: number
}

/** Returns what `work` returns; while it goes on, the log says every 5 seconds what the start waits for, and the last failure. */
export async function loggedWait<T>(
  work: Promise<T>,
  waitsFor: string,
  lastFailure: () => unknown,
  logger: StoreLogger | undefined,
): Promise<T> {
  const began = performance.now()
  const timer = setInterval(() => {
    const failure = lastFailure()
    const reason = failure instanceof Error ? { reason: failure.message } : {}
    logger?.warn({ waitedMs: Math.round(performance.now() - began), ...reason }, `Waiting for ${waitsFor}.`)
  }, everyMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
