import type { GraphStore } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { dump } from './dump.ts'
import { load } from './load.ts'

/** Returns what reads and writes all that the database holds of a tenant. */
export function contentsOn(connection: Connection): Pick<GraphStore, 'dump' | 'load'> {
  return {
    dump: (tenant, take) => dump(connection, tenant, take),
    load: (tenant, loadBatches) => load(connection, tenant, loadBatches),
  }
}
