import { createClient, type Client } from 'graphql-sse'

/** Returns a graphql-sse client for the server at `origin`, such as http://127.0.0.1:4000. */
export function streamClient(origin: string, key?: string): Client {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return createClient({ url: `${origin}/graphql/stream`, headers })
}
