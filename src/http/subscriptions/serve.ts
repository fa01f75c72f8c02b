import type { ApolloServer } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Admission } from '../admission.ts'
import { contextOf } from '../requestContext.ts'
import type { Context } from '../../graphql/context.ts'
import { drainOnClose } from '../drain.ts'
import type { FormatError } from '../../graphql/errors.ts'
import type { ServerParts } from '../parts.ts'
import type { OperationParts } from './operation.ts'
import { eventStreamsOf, type EventStreams } from './sse.ts'
import { contextOfTurn } from './turns.ts'
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
    readonly formatError: FormatError
    readonly admission: Admission
  },
): EventStreams {
  const { apollo, schema, limits, formatError, watches, metrics } = parts
  const context = contextOfTurn(parts, limits.requestMs)
  const operations: OperationParts = { schema, limits, formatError, context }
  const streams = eventStreamsOf(operations)
  server.addHook('preClose', async () => streams.close())
  const drain = drainOnClose(server, graceMs)
  const single = {
    apollo,
    requestMs: limits.requestMs,
    contextOf: (signal: AbortSignal) => contextOf(parts, signal),
    drain,
  }
  const closeSockets = serveWebSocket(server, { ...operations, ...single, admission: parts.admission })
  metrics.watch(() => watches.size())
  server.addHook('preClose', async () => {
    await closeSockets()
    watches.close()
  })
  return streams
}
