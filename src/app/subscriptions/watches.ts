import type { WatchLimits } from '../../config/defaults.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationId, EventId, Tenant } from '../../domain/model.ts'
import type { Changes } from '../../domain/changes.ts'
import { Refusal } from '../../domain/refusals.ts'
import type { GraphStore } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { following, ledgerPage, ledgersOn, type LedgerLine } from './ledger.ts'
import { ledgerEnd } from './ledgerEnd.ts'
import type { ConversationFilter } from '../read/lists.ts'
import { matcherOf } from './listMatch.ts'
import { createListReader, type Hint, type ListReader } from './listReader.ts'
import { createListWatch } from './listWatch.ts'
import { pollingOf } from './polling.ts'
import { createReader, type Change, type Reader } from './reader.ts'
import { endable, type ChangeStream } from './stream.ts'

/**
 * The conversations that somebody follows. There is one watch per conversation in the process, which all of its
 * subscribers share: it hears of this process's own writes at once, and of others' by one store call for all watches.
 */
export interface Watches {
  /** Returns the events of a conversation after `afterSeq` (null: from now on), without a gap and without end. */
  follow(scope: Scope, conversationId: ConversationId, afterSeq: number | null): Promise<ChangeStream>
  /** Returns hints that conversations of a list have changed, each at most once a second, without end. */
  followList(scope: Scope, filter: ConversationFilter): Promise<ChangeStream<Hint>>
  /** Tells of a write of this process. */
  written(tenant: Tenant, changes: Pick<Changes, 'events'>, seqs: ReadonlyMap<EventId, number>): void
  /** How many subscriptions and watches there are. */
  size(): { readonly subscriptions: number; readonly watches: number }
  /** Ends all streams. */
  close(): void
}

interface Watch {
  readonly tenant: Tenant
  readonly conversationId: ConversationId
  readonly readers: Set<Reader>
  /** The last line that it has passed on. */
  last: number
}

/** How a stream is told to end, wherever it stands. */
interface Ending {
  isOver: boolean
  reader: Reader | null
}

/** Returns watches over a store; a store that cannot be reached is asked again later, and no stream ends by it. */
export function createWatches(store: GraphStore, limits: WatchLimits, onFault: (fault: unknown) => void): Watches {
  const watches = new Map<string, Watch>()
  const streams = new Set<ChangeStream | ChangeStream<Hint>>()
  const lists = createListWatch(store, onFault)
  const ledgers = ledgersOn(store)
  // Those too that wait to be told where their ledger ends: many may come at once.
  let taken = 0
  const shares = new Map<Tenant, number>()
  const take = (tenant: Tenant): void => {
    const own = shares.get(tenant) ?? 0
    if (own >= limits.share) throw tooMany(limits.share, 'Your tenant')
    if (taken >= limits.subscriptions) throw tooMany(limits.subscriptions, 'This server')
    taken++
    shares.set(tenant, own + 1)
  }
  const leaveShare = (tenant: Tenant): void => {
    taken--
    const own = (shares.get(tenant) ?? 1) - 1
    if (own === 0) shares.delete(tenant)
    else shares.set(tenant, own)
  }
  const polling = pollingOf(
    async () => {
      const [more] = await Promise.all([Promise.all([...watches.values()].map(readOn)), lists.poll()])
      return more
    },
    limits.intervalMs,
    onFault,
  )

  /** Reads what comes next; says whether there may be more. */
  const readOn = async (watch: Watch): Promise<boolean> => {
    const before = watch.last
    const events = await ledgers.after({ ...watch, afterSeq: before })
    passOn(watch, following(events, watch.last))
    return events.length === ledgerPage && watch.last > before
  }
  const join = (tenant: Tenant, conversationId: ConversationId, last: number, reader: Reader): Watch => {
    const key = keyOf(tenant, conversationId)
    const known = watches.get(key)
    const watch = known ?? { tenant, conversationId, readers: new Set(), last }
    watches.set(key, watch)
    watch.readers.add(reader)
    polling.start()
    // What was written while nobody watched; failing that, the next poll finds it.
    if (!known) readOn(watch).catch(() => undefined)
    return watch
  }
  const leave = (watch: Watch, reader: Reader) => {
    watch.readers.delete(reader)
    if (watch.readers.size === 0) watches.delete(keyOf(watch.tenant, watch.conversationId))
    stopIfIdle()
  }
  const stopIfIdle = () => {
    if (watches.size === 0 && lists.size === 0) polling.stop()
  }
  async function* hints(reader: ListReader) {
    for (let hint = await reader.take(); hint !== null; hint = await reader.take()) yield hint
  }

  /** Reads the past at the subscriber's own pace, then joins the watch in the turn in which it has caught up. */
  async function* changes(
    { tenant }: Scope,
    conversationId: ConversationId,
    from: number,
    end: number,
    ending: Ending,
  ) {
    let at = from
    const known = () => Math.max(end, watches.get(keyOf(tenant, conversationId))?.last ?? 0)
    while (!ending.isOver && at < known()) {
      const page = following(await ledgers.after({ tenant, conversationId, afterSeq: at }), at)
      for (const event of page) {
        yield { kind: 'event', event } satisfies Change
        at = event.seq
      }
      if (page.length === 0) await pause(limits.intervalMs)
    }
    if (ending.isOver) return
    const reader = (ending.reader = createReader(at, limits.buffer))
    const watch = join(tenant, conversationId, at, reader)
    try {
      for (let change = await reader.take(); change !== null; change = await reader.take()) yield change
    } finally {
      leave(watch, reader)
    }
  }

  const open = (scope: Scope, conversationId: ConversationId, from: number, end: number): ChangeStream => {
    const ending: Ending = { isOver: false, reader: null }
    const stream = endable(changes(scope, conversationId, from, end, ending), (ended) => {
      ending.isOver = true
      ending.reader?.end()
      if (streams.delete(ended)) leaveShare(scope.tenant)
    })
    streams.add(stream)
    return stream
  }

  return {
    async follow(scope, conversationId, afterSeq) {
      take(scope.tenant)
      try {
        const end = await ledgerEnd(scope, ledgers, conversationId, afterSeq, limits.intervalMs)
        return open(scope, conversationId, afterSeq ?? end, end)
      } catch (fault) {
        leaveShare(scope.tenant)
        throw fault
      }
    },
    async followList({ tenant }, filter) {
      const matches = matcherOf(filter)
      take(tenant)
      const reader = createListReader(matches, limits.buffer)
      polling.start()
      await lists.join(tenant, reader)
      const stream = endable<Hint>(hints(reader), (ended) => {
        if (!streams.delete(ended)) return
        leaveShare(tenant)
        reader.end()
        lists.leave(tenant, reader)
        stopIfIdle()
      })
      streams.add(stream)
      return stream
    },
    written(tenant, { events }, seqs) {
      lists.written(tenant, events)
      for (const event of events) {
        const watch = event.conversationId === null ? null : watches.get(keyOf(tenant, event.conversationId))
        const seq = seqs.get(event.id)
        if (!watch || seq === undefined || seq <= watch.last) continue
        if (seq === watch.last + 1) passOn(watch, [{ ...event, seq }])
        else polling.now()
      }
    },
    size: () => ({ subscriptions: streams.size, watches: watches.size }),
    close() {
      polling.stop()
      for (const stream of streams) void stream.return()
    },
  }
}

function passOn(watch: Watch, events: readonly LedgerLine[]): void {
  for (const event of events) {
    watch.last = event.seq
    for (const reader of watch.readers) reader.push(event)
  }
}

const keyOf = (tenant: Tenant, conversationId: ConversationId) => `${tenant}\n${conversationId}`

function tooMany(limit: number, who: string): Refusal {
  return new Refusal('LIMIT_EXCEEDED', { limit }, `${who} has ${limit} subscriptions, and takes no more.`)
}
