import { parsed, refusalOf, serverAt } from '../../client/server.ts'
import { keyVariable } from '../../client/serverVariables.ts'
import { retryingFetch } from '../retryingFetch.ts'
import type { CommonOptions } from '../withGraph.ts'
import type { Environment } from '../terminal.ts'
import type { StoreFacts } from './totals.ts'

/** Returns the facts about the store itself; of a server's store only its kind. */
export async function storeFacts(env: Environment, { url, tenant }: CommonOptions): Promise<StoreFacts> {
  if (url !== undefined) return { store: await kindAt(url, env[keyVariable]), size: null, rows: null }
  const { openLocalStore } = await import('../store/localStore.ts')
  const own = await openLocalStore(env, { writes: false, tenant })
  try {
    const [size, rows] = await Promise.all([own.sizes(), own.rows()])
    return { store: own.kind, size, rows }
  } finally {
    await own.close()
  }
}

async function kindAt(url: URL, token: string | undefined): Promise<string> {
  const server = serverAt({ url: url.href, token, fetch: retryingFetch })
  const path = 'health/ready'
  const response = await server.ask(path, { method: 'GET' })
  const text = await response.text()
  const { store } = (parsed(text) ?? {}) as { readonly store?: string }
  if (store === undefined) throw refusalOf(server, path, response, text)
  return store
}
