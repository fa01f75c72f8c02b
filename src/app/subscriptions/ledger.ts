import DataLoader from 'dataloader'
import { MAX } from 'uuid'
import type { ConversationId, Event, Tenant } from '../../domain/model.ts'
import type { GraphStore } from '../../storage/graphStore.ts'

/** An event of a conversation: numbered in its ledger. */
export type Line = Event & { readonly seq: number }

/** The lines of a conversation's ledger after one. */
export interface LedgerRequest {
  readonly tenant: Tenant
  readonly conversationId: ConversationId
  readonly afterSeq: number
}

/** Lines that are read at once. */
export const ledgerPage = 100
const batchSize = 1000

/** Reads ledgers upwards: whatever is asked in one turn of the event loop is one store call, equal questions one of its rows. */
export type ReadLedger = (request: LedgerRequest) => Promise<Line[]>

/** Returns the reading of ledgers on a store. Nothing is remembered. */
export function ledgerOn(store: GraphStore): ReadLedger {
  const loader = new DataLoader<LedgerRequest, Line[]>((requests) => readAll(store, requests), {
    cache: false,
    maxBatchSize: batchSize,
  })
  return (request) => loader.load(request)
}

async function readAll(store: GraphStore, requests: readonly LedgerRequest[]): Promise<(Line[] | Error)[]> {
  const answers = new Map<string, Promise<Line[]>>()
  for (const tenant of new Set(requests.map((request) => request.tenant))) {
    const asked = new Map(
      requests.filter((request) => request.tenant === tenant).map((request) => [keyOf(request), request]),
    )
    const pages = store.lists(tenant, [...asked.values()].map(listOf))
    ;[...asked.keys()].forEach((key, i) =>
      answers.set(
        key,
        pages.then((found) => (found[i] ?? []) as Line[]),
      ),
    )
  }
  return Promise.all(
    requests.map((request) =>
      (answers.get(keyOf(request)) as Promise<Line[]>).catch((fault: unknown) => fault as Error),
    ),
  )
}

const keyOf = ({ tenant, conversationId, afterSeq }: LedgerRequest) =>
  JSON.stringify([tenant, conversationId, afterSeq])

/** A ledger is numbered without ties; the greatest id leaves the line out that is known. */
const listOf = ({ conversationId, afterSeq }: LedgerRequest) => ({
  list: 'ledger' as const,
  owner: conversationId,
  after: { sort: afterSeq, id: MAX },
  limit: ledgerPage,
})

/**
 * Returns the lines that follow line `afterSeq` without a gap. A read that met a commit half applied may lack one: then
 * what comes after it waits for the next read.
 */
export function following(events: readonly Line[], afterSeq: number): Line[] {
  const newer = events.filter((event) => event.seq > afterSeq)
  const gap = newer.findIndex((event, i) => event.seq !== afterSeq + 1 + i)
  return gap < 0 ? newer : newer.slice(0, gap)
}
