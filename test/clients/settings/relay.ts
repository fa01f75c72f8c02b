import { createClient, type Sink } from 'graphql-ws'
import { Environment, Network, Observable, RecordSource, Store } from 'relay-runtime'
import type { FetchFunction, GraphQLResponse, SubscribeFunction } from 'relay-runtime'

/** Returns a Relay environment for the server at `origin`, such as http://127.0.0.1:4000. */
export function relayEnvironment(origin: string, key?: string): Environment {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const socket = createClient({ url: `${origin.replace(/^http/, 'ws')}/graphql`, connectionParams: headers })
  const ask: FetchFunction = async ({ text }, variables) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: text, variables }),
    })
    return (await response.json()) as GraphQLResponse
  }
  const follow: SubscribeFunction = ({ text }, variables) =>
    Observable.create((sink) => socket.subscribe({ query: text ?? '', variables }, sink as Sink))
  return new Environment({
    network: Network.create(ask, follow),
    store: new Store(new RecordSource()),
    // `id` is the host's own and unique within its type alone: `nodeId` is the global one.
    getDataID: (record) => record.nodeId as string,
  })
}
