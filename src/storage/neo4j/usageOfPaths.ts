import { withPathUsage } from '../usageOfPaths.ts'
import { bodiesAnew } from './bodiesAnew.ts'
import type { Connection } from './connection/connection.ts'

interface Copied {
  readonly copyOf: string | null
}

/** Keeps the sums of usage with each node. */
export async function usageOfPaths(connection: Connection): Promise<void> {
  await bodiesAnew<Copied>(connection, 'o.copyOf AS copyOf', ({ copyOf }, body, parentBody) =>
    withPathUsage(body, parentBody, copyOf),
  )
}
