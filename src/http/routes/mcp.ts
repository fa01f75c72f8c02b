import type { ApolloServer } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import { routeMcp } from '../../adapters/mcp/route.ts'
import { clientOf } from '../../client/clientOf.ts'
import type { Context } from '../../graphql/context.ts'
import { executeOn } from '../../graphql/operations.ts'
import { version } from '../../version.ts'
import { signalOf } from '../timeouts.ts'
import type { RouteParts } from '../parts.ts'

/** Serves `/mcp` by the same operations and for the same callers as `/graphql`. */
export function mcpRoute(
  server: FastifyInstance,
  { apollo, limits, log }: RouteParts & { readonly apollo: ApolloServer<Context> },
): void {
  const onFault = (err: unknown) => log.error({ err }, 'A tool of MCP has failed')
  routeMcp(server, {
    async open() {
      const { createHttpHandler } = await import('../../adapters/mcp/http.ts')
      return createHttpHandler({ tools: 'core', readOnly: false, version: version(), onFault })
    },
    clientFor: ({ caller }) => clientOf(executeOn(apollo, limits.requestMs, caller.contextOf), () => Promise.resolve()),
    signalOf: (reply) => signalOf(reply).signal,
  })
}
