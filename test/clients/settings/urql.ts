import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import type { IntrospectionQuery } from 'graphql'
import { createClient } from 'graphql-ws'

/** Returns an urql client for the server at `origin`, such as http://127.0.0.1:4000, with Graphcache by the schema. */
export function urqlClient(origin: string, schema: IntrospectionQuery, key?: string): Client {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const socket = createClient({ url: `${origin.replace(/^http/, 'ws')}/graphql`, connectionParams: headers })
  return new Client({
    url: `${origin}/graphql`,
    fetchOptions: { headers },
    preferGetMethod: false,
    exchanges: [
      cacheExchange({ schema, keys: keysOf(schema), resolvers }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
  })
}

const resolvers = {
  Query: { conversations: relayPagination(), entities: relayPagination() },
  Conversation: {
    transcript: relayPagination(),
    messages: relayPagination(),
    observations: relayPagination(),
    forks: relayPagination(),
    leaves: relayPagination(),
    events: relayPagination(),
  },
  Observation: { ancestors: relayPagination(), children: relayPagination() },
}

/** What has no `id` is part of what holds it. */
function keysOf({ __schema: { types } }: IntrospectionQuery): Record<string, () => null> {
  const parts = types.filter((type) => type.kind === 'OBJECT' && !type.fields.some(({ name }) => name === 'id'))
  return Object.fromEntries(parts.map(({ name }) => [name, () => null]))
}
