import { createClient, type Client } from 'graphql-ws'

/** Returns a graphql-ws client for the server at `origin`, such as http://127.0.0.1:4000. */
export function socketClient(origin: string, key?: string): Client {
  const connectionParams = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return createClient({ url: `${origin.replace(/^http/, 'ws')}/graphql`, connectionParams })
}
