import { createKey } from '../../../src/app/access/keys.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import type { FakeCluster } from '../../support/fakeCluster.ts'

/** Several servers in this process on one cluster, asked one after the other. */
export interface ClusterFleet {
  readonly servers: readonly Api[]
  /** The next server in turn. */
  readonly next: () => Api
  readonly headers: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Returns the environment of a server that names all servers of a cluster. */
export function environmentOf(cluster: FakeCluster): Record<string, string> {
  return {
    STORE: cluster.addresses.map((address) => `neo4j://${address}`).join(','),
    STORE_USER: cluster.user,
    STORE_PASSWORD: cluster.password,
    STORE_DATABASE: cluster.database,
  }
}

/** Starts three servers that answer only those who have a key. */
export async function startClusterFleet(cluster: FakeCluster, env: Record<string, string> = {}): Promise<ClusterFleet> {
  const settings = { ...environmentOf(cluster), AUTH: 'keys', RATE_LIMIT: '0', TENANT_RATE_LIMIT: '0', ...env }
  const servers = await Promise.all([1, 2, 3].map(() => startApi({ ...settings })))
  const [first] = servers as [Api, ...Api[]]
  const order = {
    tenant: 'default' as Tenant,
    scopes: ['READ', 'WRITE', 'ADMIN'] as const,
    label: null,
    milliseconds: null,
  }
  const { text } = await createKey(first.app.store.registry, first.app.fresh, order)
  const headers = { authorization: `Bearer ${text}` }
  let turn = 0
  const next = () => servers[turn++ % servers.length] ?? first
  return {
    servers,
    next,
    headers,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}
