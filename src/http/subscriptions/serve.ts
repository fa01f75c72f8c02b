import type { ApolloServer } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Admission } from '../admission/sites.ts'
import type { Identify } from '../admission/caller.ts'
import type { Context } from '../../graphql/context.ts'
import { drainOnClose } from '../drain.ts'
import type { FormatError } from '../../graphql/answer/errors.ts'
import type { ServerParts } from '../parts.ts'
import type { Documents } from './documents.ts'
import { eventAnswers } from './eventAnswers.ts'
import { eventStreamsOf, type EventStreams } from './sse.ts'
import { serveWebSocket } from './webSocket.ts'

/** How long requests in flight may take to finish once the server is to stop. */
const graceMs = 10_000

/**
 * Serves operations over WebSocket and subscriptions as server-sent events. When the server closes, streams of events end
 * first, then what is in flight is finished, then sockets are closed.
 */
export function serveSubscriptions(
  server: FastifyInstance,
  parts: ServerParts & {
    readonly apollo: ApolloServer<Context>
    readonly schema: GraphQLSchema
    readonly documents: Documents
    readonly formatError: FormatError
    readonly admission: Admission
    readonly identify: Identify
  },
): EventStreams {
  const { watches, metrics, limits } = parts
  const answering = { ...parts, answerEvent: eventAnswers(parts) }
  const streams = eventStreamsOf(answering)
  server.addHook('preClose', async () => streams.close())
  const drain = drainOnClose(server, graceMs)
  const closeSockets = serveWebSocket(server, { ...answering, requestMs: limits.requestMs, drain })
  metrics.watch(() => watches.size())
  server.addHook('preClose', async () => {
    await closeSockets()
    watches.close()
  })
  return streams
}
