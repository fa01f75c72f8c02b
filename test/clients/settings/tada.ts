import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { initGraphQLTada } from 'gql.tada'
import type { introspection } from '../generated/schema.d.ts'

/** Types a query by what it asks for; what the custom scalars are is said once, here. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; Hash: string; JSON: unknown; Long: number }
}>()

/** Returns a client for the server at `origin`, such as http://127.0.0.1:4000; subscriptions go by server-sent events. */
export function typedClient(origin: string, key?: string): Client {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return new Client({
    url: `${origin}/graphql`,
    fetchOptions: { headers },
    preferGetMethod: false,
    fetchSubscriptions: true,
    exchanges: [cacheExchange, fetchExchange],
  })
}
