import './webSocket.ts'
import { readFileSync } from 'node:fs'
import type { Client as Urql, RequestPolicy } from '@urql/core'
import { buildSchema, introspectionFromSchema, type IntrospectionQuery } from 'graphql'
import { shownOf, type Client, type Shown } from '../client.ts'
import * as operations from '../operations.ts'
import { urqlClient } from '../settings/urql.ts'

/** Returns urql with Graphcache at a server. */
export function open(origin: string, key?: string): Client {
  const client = urqlClient(origin, introspection(), key)
  // Graphcache puts the pages together on reading, for the query that asked last.
  let range = {}
  const page = async (id: string, wanted: object): Promise<readonly string[]> => {
    range = wanted
    return (await transcript(client, id, range, 'network-only')).edges.map(({ node }) => node.text)
  }
  const cached = async (id: string) => (await transcript(client, id, range, 'cache-only')).pageInfo
  return {
    open: (id) => conversation(client, id, 'network-only'),
    shown: (id) => conversation(client, id, 'cache-only'),
    first: (id) => page(id, { first: 2 }),
    next: async (id) => page(id, { first: 2, after: (await cached(id)).endCursor }),
    last: (id) => page(id, { last: 2 }),
    previous: async (id) => page(id, { last: 2, before: (await cached(id)).startCursor }),
    async store(conversationId, text) {
      const variables = { input: { conversationId, role: 'USER', text } }
      const { storeTurn } = sure(
        await client.mutation<operations.StoreTurnAnswer>(operations.storeTurnMutation, variables),
      )
      return shownOf(storeTurn.conversation)
    },
    follow(id, tell, over = console.error) {
      const events = client.subscription<operations.ChangesAnswer>(operations.changesSubscription, { id })
      const subscription = events.subscribe((result) =>
        result.error ? over(result.error) : tell(sure(result).conversationChanged.seq),
      )
      return () => subscription.unsubscribe()
    },
  }
}

function introspection(): IntrospectionQuery {
  const text = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8')
  return introspectionFromSchema(buildSchema(text))
}

async function conversation(client: Urql, id: string, requestPolicy: RequestPolicy): Promise<Shown> {
  const query = client.query<operations.ConversationAnswer>(operations.conversationQuery, { id }, { requestPolicy })
  return shownOf(sure(await query).conversation)
}

async function transcript(client: Urql, id: string, range: object, requestPolicy: RequestPolicy) {
  const variables = { id, ...range }
  const query = client.query<operations.TranscriptAnswer>(operations.transcriptQuery, variables, { requestPolicy })
  return sure(await query).conversation.transcript
}

function sure<T>({ data, error }: { readonly data?: T; readonly error?: Error | undefined }): T {
  if (error) throw error
  if (data === undefined) throw new Error('Nothing was answered.')
  return data
}
