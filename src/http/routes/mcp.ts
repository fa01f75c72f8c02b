import type { ApolloServer } from '@apollo/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from '../../client/clientOf.ts'
import type { Context } from '../../graphql/context.ts'
import { executeOn } from '../../graphql/operations.ts'
import { version } from '../../version.ts'
import { signalOf } from '../deadline.ts'
import type { RouteParts } from '../parts.ts'

/**
 * Serves `/mcp`: the Model Context Protocol by streamable HTTP. Each request is answered on its own, by the same operations
 * and for the same caller as at `/graphql`.
 */
export function mcpRoute(
  server: FastifyInstance,
  { apollo, limits, log }: RouteParts & { readonly apollo: ApolloServer<Context> },
): void {
  const open = async () => {
    const { createHttpHandler } = await import('../../adapters/mcp/http.ts')
    const onFault = (err: unknown) => log.error({ err }, 'A tool of MCP has failed')
    return createHttpHandler({ tools: 'core', readOnly: false, version: version(), onFault }, limits.bodyBytes)
  }
  let opened: ReturnType<typeof open> | null = null
  server.addHook('preClose', async () => (await opened)?.close())
  void server.register(async (own) => {
    // What is no message of the protocol is refused in the protocol's own words.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    own.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      handler: async (request, reply) => {
        opened ??= open()
        const { signal } = signalOf(reply)
        const execute = executeOn(apollo, limits.requestMs, request.caller.contextOf)
        const client = clientOf(execute, () => Promise.resolve())
        const answer = await (await opened).answer(webRequest(request, signal), client)
        return reply.send(answer)
      },
    })
  })
}

function webRequest({ method, url, headers, host, body }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  const bytes = body instanceof Buffer && method === 'POST' ? { body: new Uint8Array(body) } : {}
  return new Request(`http://${host}${url}`, { method, headers: given, signal, ...bytes })
}
