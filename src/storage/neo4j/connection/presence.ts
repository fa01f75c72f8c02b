import { setTimeout as sleep } from 'node:timers/promises'
import { StoreGone } from '../../graphStore.ts'
import type { Presence } from '../../presence.ts'
import { serversOf, type Place } from './servers.ts'
import { whyNoConnection } from './whyNoConnection.ts'

/** All in milliseconds. What is answered sooner is not looked after. */
const FIRST_LOOK = 300
/** One that takes connections, and is slow, is looked after so often. */
const NEXT_LOOK = 1_000
/** Those who ask within this time hear what was seen last. */
const FRESH = 100

/** A presence that hears how statements end. */
export interface WatchedPresence extends Presence {
  /** Notes that the database answered. */
  answered(): void
  /** Notes that a statement found no way to it. */
  lost(): void
}

export interface PresenceOptions {
  /** What STORE names: gone is a database of which no server takes a connection. */
  readonly uri: string
  /** A database that takes no connection for so many milliseconds is gone; a shorter absence is waited for. */
  readonly goneAfter: number
  /** Called once when a database that was gone, and was said to be, answers again. */
  readonly onBack: (goneMs: number) => void
}

/** Returns what looks after the database at that address, while a call waits for its answer. */
export function presenceOf({ uri, goneAfter, onBack }: PresenceOptions): WatchedPresence {
  const { places } = serversOf(uri)
  // Behind other schemes there may be several servers: one of them may be gone while another answers.
  const isOne = uri.startsWith('bolt')
  let isLost = false
  let since: number | null = null
  let isRefusing = false
  let reason: unknown = null
  let seenAt = -Infinity
  let looking: Promise<void> | null = null
  const look = async () => {
    const began = performance.now()
    reason = await whyNone(places)
    seenAt = performance.now()
    looking = null
    if (reason !== null) since ??= began
    else if (!isRefusing) since = null
  }
  const refuseGone = async () => {
    if (performance.now() - seenAt > FRESH) await (looking ??= look())
    if (reason === null || since === null || performance.now() - since < goneAfter) return
    isRefusing = true
    throw new StoreGone('Neo4j cannot be reached.', { cause: reason })
  }
  const goneWhile = async (signal: AbortSignal): Promise<never> => {
    for (let pause = FIRST_LOOK; ; pause = reason === null ? NEXT_LOOK : FRESH) {
      await sleep(pause, undefined, { signal })
      if (isOne || isLost) await refuseGone()
    }
  }
  return {
    answered: () => {
      if (since !== null && isRefusing) onBack(performance.now() - since)
      since = null
      isRefusing = false
      isLost = false
    },
    lost: () => {
      isLost = true
    },
    failWhenDisconnected: async (answer) => {
      const answeredFirst = new AbortController()
      try {
        return await Promise.race([answer, goneWhile(answeredFirst.signal)])
      } finally {
        answeredFirst.abort()
        answer.catch(() => undefined)
      }
    },
  }
}

/** Returns why none of these servers takes a connection; null where one does. */
async function whyNone(places: readonly Place[]): Promise<Error | null> {
  const reasons = await Promise.all(places.map(whyNoConnection))
  return reasons.some((reason) => reason === null) ? null : (reasons[0] ?? null)
}
