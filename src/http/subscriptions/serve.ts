import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { FormatError } from '../../graphql/errors.ts'
import type { ServerParts } from '../parts.ts'
import type { OperationParts } from './operation.ts'
import { eventStreamRoute, eventStreamsOf, type EventStreams } from './sse.ts'
import { contextOfTurn } from './turns.ts'
import { serveWebSocket } from './webSocket.ts'

/** Serves subscriptions over both transports, and ends them first when the server closes. */
export function serveSubscriptions(
  server: FastifyInstance,
  parts: ServerParts & { readonly schema: GraphQLSchema; readonly formatError: FormatError },
): EventStreams {
  const { schema, limits, formatError, watches, metrics } = parts
  const context = contextOfTurn(parts, limits.requestMs)
  const operations: OperationParts = { schema, limits, formatError, context }
  const streams = eventStreamsOf(operations)
  const closeSockets = serveWebSocket(server, operations)
  eventStreamRoute(server, streams)
  metrics.watch(() => watches.size())
  server.addHook('preClose', async () => {
    streams.close()
    await closeSockets()
    watches.close()
  })
  return streams
}
