import type { Base } from '../client/http.ts'
import type { Graph, OpenMode } from '../client/graph.ts'
import { withShortIds } from '../client/shortIds.ts'
import type { Environment } from './terminal.ts'

/** Opens the graph of the running server at `url`; without one, the store that the environment names. */
export async function openGraph(env: Environment, url: URL | null, mode: OpenMode): Promise<Graph> {
  // Asking a server needs no store, and opening a store no server: neither is loaded for the other.
  if (url !== null)
    return withShortIds((await import('../client/graph/remoteGraph.ts')).openRemoteGraph(keyed(url, env), mode))
  return withShortIds(await (await import('../client/graph/localGraph.ts')).openLocalGraph(env, mode))
}

/** A key is never part of an address: that is told in messages. */
function keyed(url: URL, env: Environment): Base {
  const key = env['TURNGRAPH_KEY']
  return key ? Object.assign(new URL(url), { key }) : url
}
