import type { Peers, PeerServer } from '../../storage/peers.ts'
import { peerDifferences } from './peerDifferences.ts'

/** How often a server says that it runs, and looks at the others, in milliseconds. */
const everyMs = 20_000
/** Clocks may differ by so much. */
const toleratedMs = 1_000

/** Where what an operator must know is logged. */
export interface PeerLog {
  warn(details: object, message: string): void
}

export interface PeerWatch {
  /** Says that the server runs, looks at the others once, and does so again and again. */
  begin(): Promise<void>
  /** By how many milliseconds this machine's clock is ahead of the database's, once that is more than a second; else null. */
  wrongClockMs(): number | null
  stop(): Promise<void>
}

/** Returns what has the log name once what this server does not share with another one, and a clock that differs from the database's. */
export function peerWatch(
  peers: Peers,
  own: PeerServer,
  log: PeerLog,
  { now = Date.now, intervalMs = everyMs }: { readonly now?: () => number; readonly intervalMs?: number } = {},
): PeerWatch {
  const named = new Set<string>()
  let wrongMs: number | null = null
  let timer: NodeJS.Timeout | null = null
  const compareClocks = async (): Promise<number> => {
    const sentAt = now()
    const database = await peers.clock()
    // The answer was made somewhere between the two.
    const aheadMs = Math.round((sentAt + now()) / 2 - database)
    const isWrong = Math.abs(aheadMs) > toleratedMs + (now() - sentAt) / 2
    if (isWrong && wrongMs === null) log.warn({ aheadMs }, clockMessage)
    wrongMs = isWrong ? aheadMs : null
    return database
  }
  const look = async () => {
    const others = await peers.announce(own, await compareClocks())
    for (const { server, setting, message } of peerDifferences(own, others)) {
      const name = `${server} ${setting}`
      if (!named.has(name)) log.warn({ server, setting }, message)
      named.add(name)
    }
  }
  // A database that is away is logged by those who need it.
  const lookAgain = () => look().catch(() => undefined)
  return {
    begin: async () => {
      timer ??= setInterval(() => void lookAgain(), intervalMs).unref()
      await lookAgain()
    },
    wrongClockMs: () => wrongMs,
    stop: async () => {
      if (timer === null) return
      clearInterval(timer)
      await peers.leave(own.id).catch(() => undefined)
    },
  }
}

const clockMessage =
  'The clocks of this machine and of the database differ by more than a second, so times that this server stores are wrong by as much. Let both follow one time server (NTP).'
