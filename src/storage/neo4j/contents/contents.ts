import type { LoadBatch } from '../../../domain/contents.ts'
import { consecutiveOf } from '../../../runtime/consecutive.ts'
import type { GraphStore, TenantBatch } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { dump } from './dump.ts'
import { load } from './load.ts'

/** Returns what reads and writes all that the database holds of a tenant. */
export function contentsOn(connection: Connection): Pick<GraphStore, 'dump' | 'dumpTenants' | 'load' | 'loadTenants'> {
  return {
    dump: (tenant, take) => dump(connection, tenant, take),
    async dumpTenants(tenants, take) {
      for (const tenant of tenants) await dump(connection, tenant, (portion) => take(tenant, portion))
    },
    load: (tenant, loadBatches) => load(connection, tenant, loadBatches),
    loadTenants: (loads) => loadInTurn(connection, loads),
  }
}

/** Loads each tenant's values, which follow each other, before those of the next one. */
async function loadInTurn(connection: Connection, loads: AsyncIterable<TenantBatch>): Promise<void> {
  for await (const { key: tenant, values } of consecutiveOf(loads, ({ tenant }) => tenant))
    await load(connection, tenant, batchesOf(values))
}

async function* batchesOf(loads: AsyncIterable<TenantBatch>): AsyncGenerator<LoadBatch> {
  for await (const { batch } of loads) yield batch
}
