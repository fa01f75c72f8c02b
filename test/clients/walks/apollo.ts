import './webSocket.ts'
import { gql, type ApolloClient, type TypedDocumentNode } from '@apollo/client'
import { shownOf, type Client, type Shown } from '../client.ts'
import * as operations from '../operations.ts'
import { apolloClient } from '../settings/apollo.ts'

const conversationQuery = gql(operations.conversationQuery) as TypedDocumentNode<operations.ConversationAnswer>
const transcriptQuery = gql(operations.transcriptQuery) as TypedDocumentNode<operations.TranscriptAnswer>
const storeTurnMutation = gql(operations.storeTurnMutation) as TypedDocumentNode<operations.StoreTurnAnswer>
const changesSubscription = gql(operations.changesSubscription) as TypedDocumentNode<operations.ChangesAnswer>

/** Returns Apollo Client at a server. */
export function open(origin: string, key?: string): Client {
  const client = apolloClient(origin, key)
  return {
    open: (id) => conversation(client, id, 'network-only'),
    shown: (id) => conversation(client, id, 'cache-only'),
    first: (id) => page(client, id, { first: 2 }),
    next: async (id) => page(client, id, { first: 2, after: (await cached(client, id)).pageInfo.endCursor }),
    last: (id) => page(client, id, { last: 2 }),
    previous: async (id) => page(client, id, { last: 2, before: (await cached(client, id)).pageInfo.startCursor }),
    async store(conversationId, text) {
      const variables = { input: { conversationId, role: 'USER', text } }
      const { data } = await client.mutate({ mutation: storeTurnMutation, variables })
      return shownOf(data!.storeTurn.conversation)
    },
    follow(id, tell, over = console.error) {
      const events = client.subscribe({ query: changesSubscription, variables: { id } })
      const subscription = events.subscribe({
        next: ({ data, error }) => (data ? tell(data.conversationChanged.seq) : over(error)),
        error: over,
      })
      return () => subscription.unsubscribe()
    },
  }
}

type Policy = 'network-only' | 'cache-only'

async function conversation(client: ApolloClient, id: string, fetchPolicy: Policy): Promise<Shown> {
  const query = { query: conversationQuery, variables: { id }, fetchPolicy }
  return shownOf((await client.query(query)).data!.conversation)
}

async function page(client: ApolloClient, id: string, range: object): Promise<readonly string[]> {
  await client.query({ query: transcriptQuery, variables: { id, ...range }, fetchPolicy: 'network-only' })
  return (await cached(client, id)).edges.map(({ node }) => node.text)
}

/** All pages that the cache has put together. */
async function cached(client: ApolloClient, id: string) {
  const query = { query: transcriptQuery, variables: { id }, fetchPolicy: 'cache-only' as const }
  const { data } = await client.query(query)
  return data!.conversation.transcript
}
