import { createClient as createSse } from 'graphql-sse'
import { createClient as createWebSocket } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { GraphQLFault } from './api.ts'
import { waitFor } from '../../support/waitFor.ts'

export type Transport = 'WebSocket' | 'SSE'
export const transports: readonly Transport[] = ['WebSocket', 'SSE']

/** A subscriber with the client that people use for its transport. */
export interface Follower {
  /** What came until now. */
  readonly events: readonly Told[]
  readonly errors: readonly GraphQLFault[]
  /** Resolves with the events once there are so many. */
  reach(count: number): Promise<readonly Told[]>
  /** Resolves when the subscription is over, with what the client says of it; null when it completed. */
  readonly over: Promise<unknown>
  stop(): Promise<void>
}
export interface Told {
  readonly seq: number
  readonly kind: string
  readonly conversation?: { readonly id: string; readonly head?: { readonly text: string } }
}

export const wholeEvent = 'seq kind conversation { id head { text } }'

/** Follows a conversation at a server. */
export function follow(
  transport: Transport,
  url: string,
  id: string,
  afterSeq?: number | null,
  { selection = wholeEvent, retries = 0, path = '/graphql' } = {},
): Follower {
  const query = `subscription ($id: ID!, $afterSeq: Int) { conversationChanged(id: $id, afterSeq: $afterSeq) { ${selection} } }`
  return subscribe(
    transport,
    url,
    { query, variables: { id, ...(afterSeq !== undefined && { afterSeq }) } },
    { retries, path },
  )
}

/** Subscribes to anything. */
export function subscribe(
  transport: Transport,
  url: string,
  request: { query: string; variables?: Record<string, unknown> },
  { retries = 0, path = '/graphql', bearer = '' } = {},
): Follower {
  const events: Told[] = []
  const errors: GraphQLFault[] = []
  const headers: Record<string, string> = bearer === '' ? {} : { authorization: `Bearer ${bearer}` }
  const client =
    transport === 'WebSocket'
      ? createWebSocket({
          url: `${url}${path}`.replace('http', 'ws'),
          webSocketImpl: WebSocket,
          retryAttempts: retries,
          connectionParams: headers,
        })
      : createSse({ url: `${url}${path}`, retryAttempts: retries, headers })
  let stop = () => {}
  const over = new Promise<unknown>((resolve) => {
    stop = client.subscribe<{ conversationChanged: Told }>(request, {
      next({
        data,
        errors: refused,
      }: {
        data?: { conversationChanged: Told } | null | undefined
        errors?: readonly unknown[] | undefined
      }) {
        if (refused) errors.push(...(refused as GraphQLFault[]))
        const [told] = Object.values(data ?? {})
        if (told) events.push(told)
      },
      error: (reason: unknown) => {
        if (Array.isArray(reason)) errors.push(...(reason as GraphQLFault[]))
        resolve(reason)
      },
      complete: () => resolve(null),
    })
  })
  return {
    events,
    errors,
    over,
    async reach(count) {
      const told = () => `${events.length} events came, not ${count}: ${JSON.stringify(errors)}`
      await waitFor(() => events.length >= count, { limit: 20_000, told })
      return events
    },
    async stop() {
      stop()
      await over
      await client.dispose()
    },
  }
}
