import type { GraphClient } from './graphClient.ts'

/** Returns a client that asks once the other one is open: protocols shake hands while a store is being opened. */
export function deferredClient(opening: Promise<GraphClient>): GraphClient {
  const query = async (document: string, ...args: readonly object[]): Promise<unknown> =>
    (await opening).query(document, ...args)
  return { query: query as GraphClient['query'], close: async () => (await opening).close() }
}
