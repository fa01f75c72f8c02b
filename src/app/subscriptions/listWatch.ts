import DataLoader from 'dataloader'
import type { Conversation, EventKind, NewEvent, Tenant } from '../../domain/model.ts'
import type { GraphStore } from '../../storage/graphStore.ts'
import { splitBatch } from '../read/loaders.ts'
import type { ListReader } from './listReader.ts'

/** Least time between two hints of one conversation, in milliseconds. */
const between = 1_000
/** Conversations of a tenant whose versions show other processes' writes: those with the newest activity. */
const polled = 100

/** The lists of a tenant that clients follow. */
interface Lists {
  readonly readers: Set<ListReader>
  /** When each conversation was reported. */
  readonly delivered: Map<string, number>
  /** Those to be reported later. */
  readonly waiting: Map<string, NodeJS.Timeout>
  /** Those that changed in what filters ask for. */
  readonly renamed: Set<string>
  /** As last seen; null: not looked at yet. */
  versions: Map<string, number> | null
  /** The first look at them. */
  begun: Promise<void> | null
  /** Reads those that are reported in one tick of the event loop together. */
  readonly loader: DataLoader<string, Conversation | null>
}

/** Reports to readers of lists which conversations changed. */
export interface ListWatch {
  /** Resolves once other processes' writes are reported from then on; a fault in that is reported too, and made good later. */
  join(tenant: Tenant, reader: ListReader): Promise<void>
  leave(tenant: Tenant, reader: ListReader): void
  /** Tells of a write of this process. */
  written(tenant: Tenant, events: readonly NewEvent[]): void
  /** Looks for what other processes wrote. */
  poll(): Promise<void>
  readonly size: number
}

const changesFilters: ReadonlySet<EventKind> = new Set(['UPDATE', 'DELETE', 'RESTORE', 'IMPORT'])

/** Returns the watch of all lists on a store: each conversation is reported at once, then once a second, and at the end. */
export function createListWatch(store: GraphStore, onFault: (fault: unknown) => void): ListWatch {
  const all = new Map<Tenant, Lists>()
  const tell = async (lists: Lists, id: string): Promise<void> => {
    lists.waiting.delete(id)
    lists.delivered.set(id, performance.now())
    const mayLeave = lists.renamed.delete(id)
    const conversation = await lists.loader.load(id)
    if (!conversation) return
    lists.versions?.set(id, conversation.version)
    for (const reader of lists.readers) reader.push(conversation, mayLeave)
  }
  const changed = (lists: Lists, id: string, isRenamed: boolean) => {
    if (isRenamed) lists.renamed.add(id)
    if (lists.waiting.has(id)) return
    const wait = (lists.delivered.get(id) ?? -Infinity) + between - performance.now()
    const notify = () => void tell(lists, id).catch(onFault)
    if (wait > 0) lists.waiting.set(id, setTimeout(notify, wait).unref())
    else notify()
  }
  const pollOne = async (tenant: Tenant, lists: Lists): Promise<void> => {
    const conversations = await store.conversationList(tenant, { ...everything, limit: polled })
    const before = lists.versions
    lists.versions = new Map(conversations.map(({ id, version }) => [id, version]))
    for (const { id, version } of before === null ? [] : conversations) {
      const known = before?.get(id) ?? 0
      // What was reported just now, or will be, is read again later: versions grow.
      if (known >= version || lists.delivered.has(id) || lists.waiting.has(id)) lists.versions.set(id, known)
      else changed(lists, id, true)
    }
    const past = performance.now() - between
    for (const [id, at] of lists.delivered) if (at < past) lists.delivered.delete(id)
  }
  return {
    async join(tenant, reader) {
      const known = all.get(tenant) ?? newLists(loaderOf(store, tenant))
      all.set(tenant, known)
      known.readers.add(reader)
      // What is written before the first look would seem to have been there always.
      await (known.begun ??= pollOne(tenant, known).catch(onFault))
    },
    leave(tenant, reader) {
      const lists = all.get(tenant)
      lists?.readers.delete(reader)
      if (!lists || lists.readers.size > 0) return
      for (const timer of lists.waiting.values()) clearTimeout(timer)
      all.delete(tenant)
    },
    written(tenant, events) {
      const lists = all.get(tenant)
      if (!lists) return
      for (const { conversationId, kind } of events)
        if (conversationId !== null) changed(lists, conversationId, changesFilters.has(kind))
    },
    poll: async () => {
      await Promise.all([...all].map(([tenant, lists]) => pollOne(tenant, lists)))
    },
    get size() {
      return all.size
    },
  }
}

/** Timers that end together end one by one within a turn: what they ask for is read after all of them. */
function loaderOf(store: GraphStore, tenant: Tenant): Lists['loader'] {
  const load = (ids: readonly string[]) => splitBatch(ids, (some) => store.conversations(tenant, some))
  return new DataLoader(load, { cache: false, maxBatchSize: 1000, batchScheduleFn: (read) => setImmediate(read) })
}

const newLists = (loader: Lists['loader']): Lists => ({
  loader,
  readers: new Set(),
  delivered: new Map(),
  waiting: new Map(),
  renamed: new Set(),
  versions: null,
  begun: null,
})

const everything = {
  ...{ origin: null, cwd: null, title: null, activeAfter: null, activeBefore: null, forkedFrom: null },
  ...{ includeDeleted: true, leaveOut: [], metadata: [], after: null },
} as const
