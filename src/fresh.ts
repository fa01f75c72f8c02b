import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { instantOf } from './domain/instants.ts'
import type { Fresh, Instant } from './domain/model.ts'

/** Returns what decisions may not make for themselves: ids that sort by time, short segment ids, a clock. */
export function createFresh(): Fresh {
  return { id: () => v7(), segmentId: () => randomBytes(9).toString('base64url'), now: createClock() }
}

/** How far the fine clock may stray from the system's before it is set again, in nanoseconds. */
const tolerance = 50_000_000n

/** Returns a clock to the nanosecond that strictly increases, also while the system's clock is set back. */
export function createClock(
  wall: () => bigint = () => BigInt(Date.now()) * 1_000_000n,
  fine: () => bigint = () => process.hrtime.bigint(),
): () => Instant {
  let offset = wall() - fine()
  let last = 0n
  return () => {
    const now = wall()
    const strayed = fine() + offset - now
    if (strayed > tolerance || strayed < -tolerance) offset = now - fine()
    const exact = fine() + offset
    last = exact > last ? exact : last + 1n
    return instantOf(last)
  }
}
