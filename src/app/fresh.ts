import { randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'
import { instantOf } from '../domain/instants.ts'
import type { Fresh, Instant } from '../domain/model.ts'

/** Returns what decisions may not make for themselves: ids that sort by time, short segment ids, salts, a clock. */
export function createFresh(): Fresh {
  return {
    id: createIds(),
    segmentId: () => randomBytes(9).toString('base64url'),
    salt: createSalts(),
    now: createClock(),
  }
}

/** Returns ids (UUID v7) that strictly increase. Random bytes are drawn in bulk: each draw costs more than an id. */
export function createIds(now: () => number = Date.now): () => string {
  const pool = new Uint8Array(16 * 256)
  let used = pool.length
  let msecs = 0
  let seq = 0
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, (used += 16))
    const time = now()
    if (time > msecs) {
      msecs = time
      seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1
    } else seq++
    return v7({ random, msecs, seq })
  }
}

/** Returns salts of 128 random bits, drawn in bulk as well. */
function createSalts(): () => string {
  const pool = Buffer.alloc(16 * 256)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    return pool.toString('hex', used, (used += 16))
  }
}

/** How far the fine clock may stray from the system's before it is set again, in nanoseconds. */
const tolerance = 50_000_000n
/** In a second. */
const nanoseconds = 1_000_000_000n

/** Returns a clock to the nanosecond that strictly increases, also while the system's clock is set back. */
export function createClock(
  wall: () => bigint = () => BigInt(Date.now()) * 1_000_000n,
  fine: () => bigint = () => process.hrtime.bigint(),
): () => Instant {
  let offset = wall() - fine()
  let last = 0n
  let [second, textOfSecond] = [-1n, '']
  return () => {
    const now = wall()
    const at = fine()
    const strayed = at + offset - now
    if (strayed > tolerance || strayed < -tolerance) offset = now - at
    const exact = at + offset
    last = exact > last ? exact : last + 1n
    const whole = last / nanoseconds
    // Many are of one second, and its text is most of the work.
    if (whole !== second) [second, textOfSecond] = [whole, instantOf(last).slice(0, 20)]
    return `${textOfSecond}${String(last % nanoseconds).padStart(9, '0')}Z`
  }
}
