import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'

/** Returns an Apollo Client for the server at `origin`, such as http://127.0.0.1:4000; with a key where that asks for one. */
export function apolloClient(origin: string, key?: string): ApolloClient {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const http = new HttpLink({ uri: `${origin}/graphql`, headers })
  const url = `${origin.replace(/^http/, 'ws')}/graphql`
  const socket = new GraphQLWsLink(createClient({ url, connectionParams: headers }))
  return new ApolloClient({
    link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, http),
    cache: new InMemoryCache({ typePolicies, possibleTypes }),
  })
}

const list = relayStylePagination()

// Every list with cursors is named here, with the arguments that make it another list. Ask for its `edges`, not its `nodes`.
const typePolicies = {
  Query: {
    fields: { conversations: relayStylePagination(['filter']), entities: relayStylePagination(['type']) },
  },
  Conversation: {
    fields: {
      transcript: relayStylePagination(['view', 'values', 'includeDeleted', 'at', 'asOf']),
      messages: list,
      observations: list,
      forks: list,
      leaves: list,
      events: list,
    },
  },
  Observation: { fields: { ancestors: list, children: list } },
}

const possibleTypes = {
  Node: ['Conversation', 'Message', 'Observation', 'Run', 'Attachment', 'Entity', 'Relationship', 'Event', 'Erasure'],
  ContentBlock: ['TextBlock', 'ThinkingBlock', 'ToolCallBlock', 'ToolResultBlock', 'AttachmentBlock', 'OtherBlock'],
  Related: ['Conversation', 'Message', 'Entity', 'Attachment'],
}
