import type { ConversationId, EventId, Tenant } from '../../domain/model.ts'
import type { Changes } from '../../domain/changes.ts'
import { following, ledgerPage, type LedgerLine, type Ledgers } from './ledger.ts'
import type { Reader } from './reader.ts'

/** One conversation that subscribers follow. */
interface Watch {
  readonly tenant: Tenant
  readonly conversationId: ConversationId
  readonly readers: Set<Reader>
  /** The last line that it has passed on. */
  last: number
}

/** The conversations that are followed: one watch of each, which all of its readers share. */
export class LedgerWatches {
  private readonly watches = new Map<string, Watch>()
  private readonly ledgers: Ledgers

  constructor(ledgers: Ledgers) {
    this.ledgers = ledgers
  }

  get size(): number {
    return this.watches.size
  }

  /** Returns the last line that was passed on of a conversation; 0 where it has no watch. */
  lastOf(tenant: Tenant, conversationId: ConversationId): number {
    return this.watches.get(keyOf(tenant, conversationId))?.last ?? 0
  }

  /** Gives a reader what comes after the line `last`; returns what takes it away again. */
  join(tenant: Tenant, conversationId: ConversationId, last: number, reader: Reader): () => void {
    const key = keyOf(tenant, conversationId)
    const known = this.watches.get(key)
    const watch = known ?? { tenant, conversationId, readers: new Set(), last }
    this.watches.set(key, watch)
    watch.readers.add(reader)
    // What was written before there was a watch; failing that, the next poll finds it.
    if (!known) this.readOn(watch).catch(() => undefined)
    return () => {
      watch.readers.delete(reader)
      if (watch.readers.size === 0) this.watches.delete(key)
    }
  }

  /** Reads what comes next of each; says of each whether there may be more. */
  poll(): Promise<boolean[]> {
    return Promise.all([...this.watches.values()].map((watch) => this.readOn(watch)))
  }

  /** Passes on a write of this process; says whether lines before it are missing, which are to be read. */
  written(tenant: Tenant, events: Changes['events'], seqs: ReadonlyMap<EventId, number>): boolean {
    let isBehind = false
    for (const event of events) {
      const watch = event.conversationId === null ? null : this.watches.get(keyOf(tenant, event.conversationId))
      const seq = seqs.get(event.id)
      if (!watch || seq === undefined || seq <= watch.last) continue
      if (seq === watch.last + 1) passOn(watch, [{ ...event, seq }])
      else isBehind = true
    }
    return isBehind
  }

  private async readOn(watch: Watch): Promise<boolean> {
    const before = watch.last
    const events = await this.ledgers.after({ ...watch, afterSeq: before })
    passOn(watch, following(events, watch.last))
    return events.length === ledgerPage && watch.last > before
  }
}

function passOn(watch: Watch, events: readonly LedgerLine[]): void {
  for (const event of events) {
    watch.last = event.seq
    for (const reader of watch.readers) reader.push(event)
  }
}

const keyOf = (tenant: Tenant, conversationId: ConversationId) => `${tenant}\n${conversationId}`
