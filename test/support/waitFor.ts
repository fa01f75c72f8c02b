import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** What counts as there. */
type Come<T> = Exclude<T, false | null | undefined | 0 | ''>

interface Patience {
  /** After so many milliseconds it fails. */
  readonly limit?: number
  /** So long it rests before it asks again. */
  readonly every?: number
  /** What a failure says besides. */
  readonly told?: () => string | Promise<string>
}

/** Asks until the answer is neither empty nor false, and returns it; fails, with what was waited for, where none is in time. */
export async function waitFor<T>(
  asks: () => T | Promise<T>,
  { limit = 60_000, every = 5, told = () => '' }: Patience = {},
): Promise<Come<T>> {
  for (const end = performance.now() + limit; ;) {
    const answer = await asks()
    if (answer) return answer as Come<T>
    if (performance.now() > end) assert.fail(`Not within ${limit / 1000} s: ${String(asks)}. ${await told()}`)
    await sleep(every)
  }
}

/**
 * Lets time pass where that is the subject: nothing may come within it, something takes so long, or a fault comes at a random moment.
 * What has to happen first is waited for by `waitFor`. The second argument says what the time is for.
 */
export const pause = (milliseconds: number, _for: string): Promise<void> => sleep(milliseconds)
