import type { ConnectOptions } from '../client/graphClient.ts'
import type { Base } from '../client/http.ts'
import type { Graph, OpenMode } from '../client/graph.ts'
import { withShortIds } from '../client/shortIds.ts'
import type { Environment } from './terminal.ts'

/** The variable that holds the key which a server at `--url` is sent. */
export const keyVariable = 'TURNGRAPH_KEY'

/** Opens the graph of the running server at `url`; without one, the store that the environment names. */
export async function openGraph(env: Environment, url: URL | null, mode: OpenMode): Promise<Graph> {
  // Asking a server needs no store, and opening a store no server: neither is loaded for the other.
  if (url !== null)
    return withShortIds((await import('../client/graph/remoteGraph.ts')).openRemoteGraph(keyed(url, env), mode))
  return withShortIds(await (await import('../client/graph/localGraph.ts')).openLocalGraph(env, mode))
}

/** Returns where an adapter finds that graph: the server at `url`, asked with the key that the environment has, or the store. */
export function graphOptions(env: Environment, url: URL | null): ConnectOptions {
  const token = env[keyVariable]
  return url === null ? { env } : { url: url.href, ...(token && { token }) }
}

/** A key is never part of an address: that is told in messages. */
function keyed(url: URL, env: Environment): Base {
  const key = env[keyVariable]
  return key ? Object.assign(new URL(url), { key }) : url
}
