import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../graphStore.ts'
import { pauseBefore } from '../connection/failures.ts'

/** What was read shows a commit that was being applied: some of it is there, some is not yet. */
export class Torn extends Error {
  override readonly name = 'Torn'
}

/** Reads until nothing of it is torn: a commit is applied within milliseconds, so a second read nearly always does. */
export async function whole<T>(read: () => Promise<T>, milliseconds: number): Promise<T> {
  const end = performance.now() + milliseconds
  for (let tries = 0; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (!isTorn(error)) throw error
      if (performance.now() > end) throw new StoreUnavailable('What was read stays incomplete.', { cause: error })
      await sleep(pauseBefore(tries))
    }
  }
}

/** Says whether an error tells of it: a long text that was read while it was replaced is not JSON. */
export function isTorn(error: unknown): boolean {
  return error instanceof Torn || error instanceof SyntaxError
}
