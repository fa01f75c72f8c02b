import { setTimeout as sleep } from 'node:timers/promises'
import { StoreGone } from '../../graphStore.ts'
import { whyNoConnection } from './whyNoConnection.ts'

/** All in milliseconds. A database that takes no connection for so long is gone; a shorter absence is waited for. */
const GONE_AFTER = 1_200
/** What is answered sooner is not looked after. */
const FIRST_LOOK = 300
/** One that takes connections, and is slow, is looked after so often. */
const NEXT_LOOK = 1_000
/** Those who ask within this time are told what was seen last. */
const FRESH = 100

/** Knows whether the database is gone: its address takes no connection. One that is slow, silent or halted takes them. */
export interface Presence {
  /** Notes that it answered. */
  answered(): void
  /** Throws StoreGone where it has been gone for long enough. */
  refuseGone(): Promise<void>
  /** Returns the answer; rejects with StoreGone once the database is gone before it answered. */
  unlessGone<T>(answer: Promise<T>): Promise<T>
}

/** Returns what looks after the database at that address; it tells once that a database which was gone is back. */
export function presenceOf(uri: string, onBack: (goneMs: number) => void): Presence {
  const { hostname, port } = new URL(uri)
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 7687 : Number(port) }
  // Of several servers one may be gone, and another be asked.
  const isOne = uri.startsWith('bolt')
  let since: number | null = null
  let isTold = false
  let reason: unknown = null
  let seenAt = -Infinity
  let looking: Promise<void> | null = null
  const answered = () => {
    if (since !== null && isTold) onBack(performance.now() - since)
    since = null
    isTold = false
  }
  const look = async () => {
    const began = performance.now()
    reason = await whyNoConnection(address)
    seenAt = performance.now()
    looking = null
    if (reason === null) since = isTold ? since : null
    else since ??= began
  }
  const refuseGone = async () => {
    if (performance.now() - seenAt > FRESH) await (looking ??= look())
    if (reason === null || since === null || performance.now() - since < GONE_AFTER) return
    isTold = true
    throw new StoreGone('Neo4j cannot be reached.', { cause: reason })
  }
  const unlessGone = async <T>(answer: Promise<T>): Promise<T> => {
    if (!isOne) return answer
    const answeredFirst = new AbortController()
    const { signal } = answeredFirst
    try {
      return await Promise.race([answer, goneWhile(signal)])
    } finally {
      answeredFirst.abort()
      answer.catch(() => undefined)
    }
  }
  const goneWhile = async (signal: AbortSignal): Promise<never> => {
    for (let pause = FIRST_LOOK; ; pause = reason === null ? NEXT_LOOK : FRESH) {
      await sleep(pause, undefined, { signal })
      await refuseGone()
    }
  }
  return { answered, refuseGone, unlessGone }
}
