import type { ApolloServer } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../graphql/context.ts'
import { signalOf, within } from '../deadline.ts'
import type { ServerParts } from '../parts.ts'
import type { EventStreams } from '../subscriptions/sse.ts'
import { sendExplorer } from './explorer.ts'

/** Serves the API: POST, GET for queries, subscriptions as server-sent events; a browser that opens the address gets the explorer. */
export function graphqlRoute(
  server: FastifyInstance,
  apollo: ApolloServer<Context>,
  streams: EventStreams,
  parts: ServerParts,
): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) => {
    const context: Context = {
      scope: parts.scope(signal),
      newAct: () => parts.scope(),
      watches: parts.watches,
      probing: parts.probing,
    }
    return fastifyApolloHandler(apollo, { context: () => Promise.resolve(context) }).call(server, request, reply)
  }
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: (request, reply) => {
      if (isBrowser(request) && !parts.sandbox) return sendExplorer(reply)
      if (streams.isAsked(request)) return streams.answer(request, reply)
      const controller = signalOf(reply)
      return within(parts.limits.requestMs, controller, answer(request, reply, controller.signal) as Promise<unknown>)
    },
  })
  server.get('/', (_, reply) => reply.redirect('graphql'))
}

/** A page is wanted, and no query asked. */
function isBrowser({ method, headers, query }: FastifyRequest): boolean {
  const asked = 'query' in (query as object) || 'extensions' in (query as object)
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !asked
}
