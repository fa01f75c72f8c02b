import { operator } from '../../../domain/access/principal.ts'
import type { Requester } from '../../../domain/access/requester.ts'
import type { GraphStore } from '../../../storage/graphStore.ts'
import type { SearchIndex } from '../../../search/searchIndex.ts'
import type { Scope } from '../../scope.ts'
import { purgeFiles } from './purgeFiles.ts'
import { unpurged } from '../purge.ts'

/** When files are rewritten. */
export interface PurgeTimes {
  /** The pause after the last of several erasures. */
  readonly pauseMs: number
  /** How long a purge waits in all for a moment without writes. */
  readonly maxWaitMs: number
  /** The pause after an attempt that a reader of an older state prevented. */
  readonly retryMs: number
  /** A file above the limit waits until nothing was written for so long. */
  readonly quietMs: number
  /** How often erasures of other processes are looked for. */
  readonly pollMs: number
}
const purgeTimes: PurgeTimes = {
  pauseMs: 2_000,
  maxWaitMs: 60_000,
  retryMs: 15_000,
  quietMs: 3_600_000,
  pollMs: 600_000,
}

/** What a purge works with. */
export interface Purging {
  readonly store: Pick<GraphStore, 'registry' | 'compact'>
  readonly search: Pick<SearchIndex, 'compact' | 'renew'>
  readonly scopeOf: (requester: Requester, signal?: AbortSignal) => Scope
  readonly log: Record<'info' | 'warn', (details: object, message: string) => void>
  /** Returns how many bytes the store's files have. */
  readonly bytes: () => Promise<number>
  /** The largest file, in bytes, that is rewritten without waiting for a quiet hour. */
  readonly limit: number
  readonly times?: PurgeTimes
}

/** Rewrites the files of a store by itself, after erasures. */
export interface AutomaticPurge {
  /** Takes note that an erasure is done. */
  erased(): void
  /** Takes note that something was written. */
  written(): void
  stop(): Promise<void>
}

/** Returns what purges by itself: several erasures together, at a moment without writes, and again while a reader still uses an older state. */
export function automaticPurge(purging: Purging): AutomaticPurge {
  const times = purging.times ?? purgeTimes
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let lastWrite = performance.now()
  let waitingSince: number | null = null
  const schedule = (ms: number) => {
    clearTimeout(timer)
    const next = () => {
      running = running.then(run)
    }
    if (!isEnding()) timer = setTimeout(next, ms).unref()
  }
  /** Returns how long to wait before the files are rewritten; 0: now. */
  const waitFor = async (): Promise<number> => {
    const [now, bytes] = [performance.now(), await purging.bytes()]
    if (bytes > purging.limit) return Math.max(0, times.quietMs - (now - lastWrite))
    waitingSince ??= now
    const isBusy = now - lastWrite < times.pauseMs && now - waitingSince < times.maxWaitMs
    return isBusy ? times.pauseMs : 0
  }
  const attempt = async (): Promise<number> => {
    const scopes = await openScopes(purging, ending.signal)
    if (scopes.length === 0) return times.pollMs
    const wait = await waitFor()
    if (wait > 0) {
      purging.log.info({ wait }, 'Erased bytes are not yet purged from disk')
      return Math.min(wait, times.pollMs)
    }
    const done = await purgeFiles(purging, scopes)
    waitingSince = null
    if (done.state === 'purged')
      purging.log.info({ erasures: done.purged.length }, 'Rewrote the files of the store without erased content')
    if (done.state !== 'held') return times.pollMs
    const places = done.held.map(({ place, wrong }) => ({ place, wrong }))
    // What a reader keeps goes with the reader; anything else does not go by itself soon.
    if (places.some(({ place }) => !place.endsWith('-wal'))) {
      purging.log.warn({ places }, 'Not purged: these places still hold something erased')
      return times.pollMs
    }
    purging.log.info({ places }, 'A reader still sees the state before an erasure: the files are rewritten later')
    return times.retryMs
  }
  const run = async (): Promise<void> => {
    if (isEnding()) return
    try {
      schedule(await attempt())
    } catch (err) {
      if (isEnding()) return
      purging.log.warn({ err }, 'Cannot rewrite the files of the store without erased content')
      schedule(times.retryMs)
    }
  }
  schedule(times.pauseMs)
  return {
    erased: () => schedule(times.pauseMs),
    written: () => (lastWrite = performance.now()),
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Returns the tenants' scopes that have erasures of whose files nothing is known. */
async function openScopes({ store, scopeOf }: Purging, signal: AbortSignal): Promise<Scope[]> {
  const open: Scope[] = []
  for (const tenant of await store.registry.tenants()) {
    const scope = scopeOf({ principal: operator, tenant }, signal)
    if ((await unpurged(scope)).length > 0) open.push(scope)
  }
  return open
}
