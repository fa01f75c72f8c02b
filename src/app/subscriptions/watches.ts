import type { WatchLimits } from '../../config/defaults.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConversationId, EventId, Tenant } from '../../domain/model.ts'
import type { Changes } from '../../domain/changes.ts'
import type { GraphStore } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { following, ledgersOn, type Ledgers } from './ledger.ts'
import { ledgerEnd } from './ledgerEnd.ts'
import { LedgerWatches } from './ledgerWatches.ts'
import type { ConversationFilter } from '../read/lists.ts'
import { matcherOf } from '../conversations/listMatch.ts'
import { createListReader, type Hint, type ListReader } from './listReader.ts'
import { createListWatch, type ListWatch } from './listWatch.ts'
import { pollingOf, type Polling } from './polling.ts'
import { createReader, type Change, type Reader } from './reader.ts'
import { subscriptionShares, type SubscriptionShares } from './shares.ts'
import { endable, type ChangeStream } from './stream.ts'

/**
 * The conversations that subscribers follow. There is one watch per conversation in the process, which all of its
 * subscribers share: it hears of this process's own writes at once, and of others' by one store call for all watches.
 */
export interface Watches {
  /** Returns the events of a conversation after `afterSeq` (null: from now on), without a gap and without end. */
  follow(scope: Scope, conversationId: ConversationId, afterSeq: number | null): Promise<ChangeStream>
  /** Returns hints that conversations of a list have changed, each at most once a second, without end. */
  followList(scope: Scope, filter: ConversationFilter): Promise<ChangeStream<Hint>>
  /** Tells of a write of this process. */
  readonly written: (tenant: Tenant, changes: Pick<Changes, 'events'>, seqs: ReadonlyMap<EventId, number>) => void
  /** Takes one of a tenant's subscriptions, for what is followed elsewhere; returns what gives it back. */
  share(tenant: Tenant): () => void
  /** How many subscriptions and watches there are. */
  size(): { readonly subscriptions: number; readonly watches: number }
  /** Ends all streams. */
  close(): void
}

/** Ends a stream, wherever it is. */
interface Ending {
  isOver: boolean
  reader: Reader | null
}

/** Returns watches over a store; a store that cannot be reached is asked again later, and no stream ends by it. */
export function createWatches(store: GraphStore, limits: WatchLimits, onFault: (fault: unknown) => void): Watches {
  return new StoreWatches(store, limits, onFault)
}

class StoreWatches implements Watches {
  private readonly limits: WatchLimits
  private readonly ledgers: Ledgers
  private readonly watches: LedgerWatches
  private readonly lists: ListWatch
  private readonly shares: SubscriptionShares
  private readonly polling: Polling
  private readonly streams = new Set<ChangeStream | ChangeStream<Hint>>()

  constructor(store: GraphStore, limits: WatchLimits, onFault: (fault: unknown) => void) {
    this.limits = limits
    this.ledgers = ledgersOn(store)
    this.watches = new LedgerWatches(this.ledgers)
    this.lists = createListWatch(store, onFault)
    this.shares = subscriptionShares(limits)
    const poll = async () => (await Promise.all([this.watches.poll(), this.lists.poll()]))[0]
    this.polling = pollingOf(poll, limits.intervalMs, onFault)
  }

  readonly written: Watches['written'] = (tenant, { events }, seqs) => {
    this.lists.written(tenant, events)
    if (this.watches.written(tenant, events, seqs)) this.polling.now()
  }

  async follow(scope: Scope, conversationId: ConversationId, afterSeq: number | null): Promise<ChangeStream> {
    this.shares.take(scope.tenant)
    try {
      const end = await ledgerEnd(scope, this.ledgers, conversationId, afterSeq, this.limits.intervalMs)
      return this.open(scope, conversationId, afterSeq ?? end, end)
    } catch (fault) {
      this.shares.leave(scope.tenant)
      throw fault
    }
  }

  async followList({ tenant }: Scope, filter: ConversationFilter): Promise<ChangeStream<Hint>> {
    const matches = matcherOf(filter)
    this.shares.take(tenant)
    const reader = createListReader(matches, this.limits.buffer)
    this.polling.start()
    await this.lists.join(tenant, reader)
    const stream = endable<Hint>(hints(reader), (ended) => {
      if (!this.streams.delete(ended)) return
      this.shares.leave(tenant)
      reader.end()
      this.lists.leave(tenant, reader)
      this.stopIfIdle()
    })
    this.streams.add(stream)
    return stream
  }

  share(tenant: Tenant) {
    this.shares.take(tenant)
    return () => this.shares.leave(tenant)
  }

  size() {
    return { subscriptions: this.streams.size, watches: this.watches.size }
  }

  close(): void {
    this.polling.stop()
    for (const stream of this.streams) void stream.return()
  }

  private open(scope: Scope, conversationId: ConversationId, from: number, end: number): ChangeStream {
    const ending: Ending = { isOver: false, reader: null }
    const stream = endable(this.changes(scope, conversationId, from, end, ending), (ended) => {
      ending.isOver = true
      ending.reader?.end()
      if (this.streams.delete(ended)) this.shares.leave(scope.tenant)
    })
    this.streams.add(stream)
    return stream
  }

  /** Reads the past at the subscriber's own pace, then joins the watch in the turn in which it has caught up. */
  private async *changes(
    { tenant }: Scope,
    conversationId: ConversationId,
    from: number,
    end: number,
    ending: Ending,
  ): AsyncGenerator<Change> {
    let at = from
    while (!ending.isOver && at < Math.max(end, this.watches.lastOf(tenant, conversationId))) {
      const page = following(await this.ledgers.after({ tenant, conversationId, afterSeq: at }), at)
      for (const event of page) {
        yield { kind: 'event', event }
        at = event.seq
      }
      if (page.length === 0) await pause(this.limits.intervalMs)
    }
    if (ending.isOver) return
    const reader = (ending.reader = createReader(at, this.limits.buffer))
    const leave = this.watches.join(tenant, conversationId, at, reader)
    this.polling.start()
    try {
      for (let change = await reader.take(); change !== null; change = await reader.take()) yield change
    } finally {
      leave()
      this.stopIfIdle()
    }
  }

  private stopIfIdle(): void {
    if (this.watches.size === 0 && this.lists.size === 0) this.polling.stop()
  }
}

async function* hints(reader: ListReader): AsyncGenerator<Hint> {
  for (let hint = await reader.take(); hint !== null; hint = await reader.take()) yield hint
}
