import type { ApolloServer } from '@apollo/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeMcp } from '../../adapters/mcp/route.ts'
import { clientOf } from '../../client/clientOf.ts'
import type { Context } from '../../graphql/context.ts'
import { RateExceeded } from '../../app/access/rateExceeded.ts'
import { pointsOfRequest } from '../../graphql/operation.ts'
import { executeOn, type Execute } from '../../graphql/operations.ts'
import { version } from '../../runtime/version.ts'
import { signalOf } from '../timeouts.ts'
import type { RouteParts } from '../parts.ts'

/** Serves `/mcp` by the same operations and for the same callers as `/graphql`. */
export function mcpRoute(
  server: FastifyInstance,
  { apollo, limits, log }: RouteParts & { readonly apollo: ApolloServer<Context> },
): void {
  const onFault = (err: unknown) => log.error({ err }, 'A tool of MCP has failed')
  /** Messages of a request that are paid for, and whose first operation is not asked for yet. */
  const paid = new WeakMap<FastifyRequest, number>()
  /** The first operation of each message is paid for with it, each further one as another request would be. */
  const executeFor = (request: FastifyRequest): Execute => {
    const { caller } = request
    const execute = executeOn(apollo, limits.requestMs, caller.contextOf)
    return async (...args) => {
      const left = paid.get(request) ?? 1
      paid.set(request, Math.max(0, left - 1))
      try {
        if (left === 0) await caller.spend?.(pointsOfRequest)
      } catch (thrown) {
        if (!(thrown instanceof RateExceeded)) throw thrown
        const { message, code, details } = thrown
        return { errors: [{ message, extensions: { code, details } }] }
      }
      return execute(...args)
    }
  }
  routeMcp(server, {
    async open() {
      const { createHttpHandler } = await import('../../adapters/mcp/http.ts')
      return createHttpHandler({ tools: 'core', readOnly: false, version: version(), onFault })
    },
    clientFor: (request) => clientOf(executeFor(request), () => Promise.resolve()),
    async onMessages(request, count) {
      if (count > 1) await request.caller.spend?.((count - 1) * pointsOfRequest)
      paid.set(request, count)
    },
    signalOf: (reply) => signalOf(reply).signal,
  })
}
