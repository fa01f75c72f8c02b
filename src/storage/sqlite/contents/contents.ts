import {
  isOfErasure,
  recordKinds,
  type Contents,
  type ContentKind,
  type LoadBatch,
  type DumpBatch,
} from '../../../domain/contents.ts'
import type { Tenant } from '../../../domain/model.ts'
import { own } from '../../../runtime/own.ts'
import type { FileLook } from '../../../domain/erasure/erasure.ts'
import type { GraphStore, TenantBatch } from '../../graphStore.ts'
import type { SqlRow } from '../connection/connection.ts'
import * as decode from '../reading/decode.ts'
import { tables } from '../schema.ts'
import type { ThreadData } from '../threads/messages.ts'
import { startPool, type Pool } from '../threads/pool.ts'
import { startThread } from '../threads/thread.ts'
import type { CompactRequest } from './compactor.ts'
import type { DumpAnswer, DumpRequest } from './dumper.ts'
import type { LoadRequest } from './loader.ts'
import { loadRows } from './loadRows.ts'

type RecordContent = (typeof recordKinds)[keyof typeof recordKinds]
const ofRecords = Object.fromEntries(
  Object.entries(recordKinds).map(([table, kind]) => [kind, own<{ readonly read: unknown }>(tables, table)?.read]),
) as unknown as { readonly [K in RecordContent]: (row: SqlRow) => Contents[K] }

const decoders: { readonly [K in ContentKind]: (row: SqlRow) => Contents[K] } = {
  ...ofRecords,
  conversation: (row) => ({ ...decode.decodeConversation(row), lastSeq: Number(row[1]) }),
  message: decode.decodeMessage,
  observation: decode.decodeObservation,
  junction: decode.decodeJunction,
  event: decode.decodeEvent,
  rawChunk: (row) => ({ ...decode.decodeRawChunk(row), position: Number(row[5]) }),
  importMark: decode.decodeMark,
  idempotencyKey: decode.decodeKey,
  guard: ([name, value]) => ({ name: String(name), value: Number(value) }),
}

type ContentMethods = 'dump' | 'dumpTenants' | 'load' | 'loadTenants' | 'compact'

/** Returns what reads and writes all that a file holds of a tenant, each time by a thread of its own. */
export function contentsOf(path: string): Pick<GraphStore, ContentMethods> {
  const dumpTenants: GraphStore['dumpTenants'] = (tenants, take) =>
    withThread<DumpRequest>(path, 'dumper', (thread) => dump(thread, tenants, take))
  const loadTenants: GraphStore['loadTenants'] = (loads) =>
    withThread<LoadRequest>(path, 'loader', (thread) => load(thread, loads))
  return {
    compact: async (pieces) => {
      let looks: readonly FileLook[] = []
      await withThread<CompactRequest>(path, 'compactor', async (thread) => {
        looks = (await thread.ask({ path, pieces })) as readonly FileLook[]
      })
      return { looks, how: 'SQLite: wal_checkpoint(TRUNCATE), VACUUM, wal_checkpoint(TRUNCATE)' }
    },
    dump: (tenant, take) => dumpTenants([tenant], (_, portion) => take(portion)),
    dumpTenants,
    load: (tenant, loadBatches) => loadTenants(ofOne(tenant, loadBatches)),
    loadTenants,
  }
}

async function withThread<Q>(
  path: string,
  role: ThreadData['role'],
  work: (thread: Pool<Q>) => Promise<void>,
): Promise<void> {
  const data: ThreadData = { role, path }
  const thread = startPool<Q>({
    start: startThread.bind(null, data, 'sqliteThread'),
    threads: 1,
    batchWeight: 1,
    weightOf: () => 1,
    onDeath: () => undefined,
  })
  try {
    await thread.started
    await work(thread)
  } finally {
    await thread.close()
  }
}

async function* ofOne(tenant: Tenant, loadBatches: AsyncIterable<LoadBatch>): AsyncGenerator<TenantBatch> {
  for await (const batch of loadBatches) yield { tenant, batch }
}

async function dump(
  thread: Pool<DumpRequest>,
  tenants: readonly Tenant[],
  take: (tenant: Tenant, portion: DumpBatch) => void,
): Promise<void> {
  const ask = () => thread.ask({ tenants }) as Promise<DumpAnswer>
  // The next rows are read while these are taken.
  for (let next = ask(); ;) {
    const answer = await next
    if (answer === null) return
    next = ask()
    next.catch(() => undefined)
    const { tenant, kind, rows } = answer
    const decode = decoders[kind] as (row: SqlRow) => unknown
    take(tenant as Tenant, { kind, values: rows.map((row) => decode(row)) } as DumpBatch)
  }
}

async function load(thread: Pool<LoadRequest>, loads: AsyncIterable<TenantBatch>): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for await (const { tenant, batch } of loads)
    for (const rows of loadRows(batch)) {
      await before
      before = thread.ask({ tenant, isOfErasure: isOfErasure(batch), ...rows })
      before.catch(() => undefined)
    }
  await before
  await thread.ask({ end: true })
}
