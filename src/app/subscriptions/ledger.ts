import DataLoader from 'dataloader'
import { MAX } from 'uuid'
import type { ConversationId, Event, Tenant } from '../../domain/model.ts'
import type { GraphStore, ListRequest } from '../../storage/graphStore.ts'

/** An event of a conversation: numbered in its ledger. */
export type LedgerLine = Event & { readonly seq: number }

/** The lines of a conversation's ledger after one. */
export interface LedgerRequest {
  readonly tenant: Tenant
  readonly conversationId: ConversationId
  readonly afterSeq: number
}

/** Lines that are read at once. */
export const ledgerPage = 100
const batchSize = 1000

/** Reads ledgers: whatever is asked in one tick of the event loop is one store call, equal questions one of its rows. */
export interface Ledgers {
  /** Returns the lines after one, the first of them. */
  after(request: LedgerRequest): Promise<LedgerLine[]>
  /** Returns the number of the last line, 0 where there is none. */
  end(tenant: Tenant, conversationId: ConversationId): Promise<number>
}

type LedgerQuery = { readonly tenant: Tenant; readonly list: ListRequest<'ledger'> | ListRequest<'events'> }

/** Returns the reading of ledgers on a store. Nothing is remembered. */
export function ledgersOn(store: GraphStore): Ledgers {
  const loader = new DataLoader<LedgerQuery, LedgerLine[]>((requests) => readAll(store, requests), {
    cache: false,
    maxBatchSize: batchSize,
  })
  return {
    after: ({ tenant, ...request }) => loader.load({ tenant, list: listAfter(request) }),
    async end(tenant, conversationId) {
      const list = { list: 'events', owner: conversationId, after: null, limit: 1 } as const
      const [last] = await loader.load({ tenant, list })
      return last?.seq ?? 0
    },
  }
}

async function readAll(store: GraphStore, requests: readonly LedgerQuery[]): Promise<(LedgerLine[] | Error)[]> {
  const answers = new Map<string, Promise<LedgerLine[]>>()
  for (const tenant of new Set(requests.map((one) => one.tenant))) {
    const own = new Map(requests.filter((one) => one.tenant === tenant).map((one) => [keyOf(one), one.list]))
    const pages = store.lists(tenant, [...own.values()])
    ;[...own.keys()].forEach((key, i) =>
      answers.set(
        key,
        pages.then((results) => (results[i] ?? []) as LedgerLine[]),
      ),
    )
  }
  return Promise.all(
    requests.map((one) => (answers.get(keyOf(one)) as Promise<LedgerLine[]>).catch((fault: unknown) => fault as Error)),
  )
}

const keyOf = ({ tenant, list }: LedgerQuery) => JSON.stringify([tenant, list.list, list.owner, list.after?.sort])

/** A ledger is numbered without ties; the greatest id leaves the line out that is known. */
const listAfter = ({ conversationId, afterSeq }: Omit<LedgerRequest, 'tenant'>) => ({
  list: 'ledger' as const,
  owner: conversationId,
  after: { sort: afterSeq, id: MAX },
  limit: ledgerPage,
})

/**
 * Returns the lines that follow line `afterSeq` without a gap. A read that met a commit half applied may lack one: then
 * what comes after it waits for the next read.
 */
export function following(events: readonly LedgerLine[], afterSeq: number): LedgerLine[] {
  const newer = events.filter((event) => event.seq > afterSeq)
  const gap = newer.findIndex((event, i) => event.seq !== afterSeq + 1 + i)
  return gap < 0 ? newer : newer.slice(0, gap)
}
