import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createRetry, isAway } from '../app/imports/job/retry.ts'
import { connect } from '../client/client.ts'
import { TenantOfKey } from '../client/documents/generated.ts'
import type { OpenTenants } from '../client/embedded.ts'
import { CommandFailed } from '../client/failures.ts'
import type { ConnectedGraph, ConnectOptions } from '../client/graphClient.ts'
import { keyVariable } from '../client/serverVariables.ts'
import { TurngraphError } from '../client/turngraphError.ts'
import { readConfig } from '../config/config.ts'
import { retryingFetch } from './retryingFetch.ts'
import type { Environment } from './terminal.ts'

/** What a graph is opened for. */
export interface OpenMode {
  readonly writes: boolean
  /** Whose graph it is, in the store itself; undefined: the tenant `default`. */
  readonly tenant?: string | undefined
  /** Of all tenants also those that are erased: their receipts are left. */
  readonly withErased?: boolean | undefined
  /** It stays open beside others for long: it keeps little in memory. */
  readonly staysOpen?: boolean | undefined
  /** Called while a store that cannot be reached is waited for; without it there is no waiting. The work may be done again. */
  readonly onWait?: ((thrown: unknown) => void) | undefined
}

/** What an embedded store is called in its folder; one who only reads does not make it. */
export const sqliteFile = 'turngraph.db'

/** A command on the local store waits as long as that takes, and takes what there is. */
const localLimits = { REQUEST_TIMEOUT_MS: '3600000', MAX_QUERY_FIELDS: '100000000', MAX_ANSWER_BYTES: String(2 ** 40) }

/** The caches of who stores some turns now and then: more would grow with the store, and be of no use. */
const smallCache = { STORE_CACHE_BYTES: String(8 * 1024 * 1024), OBSERVATION_CACHE_BYTES: String(4 * 1024 * 1024) }

/** Opens the graph of the running server at `url`; without one, the store that the environment names. */
export async function openGraph(env: Environment, url: URL | null, mode: OpenMode): Promise<ConnectedGraph> {
  const options = graphOptions(env, url)
  if (url !== null) return withRetries(await connect({ ...options, url: url.href, fetch: retryingFetch }), mode)
  if (!mode.writes) refuseMissing(env)
  const own = { env: { ...(mode.staysOpen && smallCache), ...env, ...localLimits }, tenant: mode.tenant }
  const open = () => connect(own)
  return mode.onWait ? createRetry({ onWait: mode.onWait, isPassing: isStarting })(open) : open()
}

/** What a command finds in a store, or on a server: a graph for each tenant. */
export type OpenGraphs = OpenTenants

/** Opens the graphs of all tenants of the store, or of the one that the mode names; of a server that of the key. */
export async function openGraphs(env: Environment, url: URL | null, mode: OpenMode): Promise<OpenGraphs> {
  if (url !== null) return graphsAt(await openGraph(env, url, mode))
  if (!mode.writes) refuseMissing(env)
  const { openTenants } = await import('../client/embedded.ts')
  return openTenants({ env: { ...env, ...localLimits }, tenant: mode.tenant }, mode.withErased)
}

/** A server waits for its index by itself, as far as it does. */
async function graphsAt(graph: ConnectedGraph): Promise<OpenGraphs> {
  const { viewer } = await graph.query(TenantOfKey, {})
  return {
    tenants: [viewer.tenant as OpenGraphs['tenants'][number]],
    graphOf: () => Promise.resolve({ ...graph, close: () => Promise.resolve() }),
    indexed: () => Promise.resolve(),
    close: () => graph.close(),
  }
}

/** Returns where an adapter finds that graph: the server at `url`, asked with the key that the environment has, or the store. */
export function graphOptions(env: Environment, url: URL | null): ConnectOptions {
  const token = env[keyVariable]
  return url === null ? { env } : { url: url.href, ...(token && { token }) }
}

/** Refuses to make a store in order to read it. */
export function refuseMissing(env: Environment): void {
  const { store, data } = readConfig(env)
  const folder = resolve(data)
  if (store.kind !== 'sqlite' || existsSync(join(folder, sqliteFile))) return
  throw new CommandFailed(
    'STORE_MISSING',
    `There is no store in "${folder}" yet. Set DATA to its folder, or --url to a running server.`,
    { folder },
  )
}

/** A server whose store is away, or which is just ending or busy: the same file may be sent again. */
function withRetries(graph: ConnectedGraph, { onWait }: OpenMode): ConnectedGraph {
  const isPassing = (thrown: unknown) =>
    thrown instanceof TurngraphError && ['TIMEOUT', 'OVERLOADED'].includes(thrown.code)
  return { ...graph, import: (...args) => createRetry({ onWait, isPassing })(() => graph.import(...args)) }
}

/** A store that is about to start. */
function isStarting(thrown: unknown): boolean {
  return thrown instanceof TurngraphError && isAway(thrown.cause)
}
