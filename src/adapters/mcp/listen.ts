import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import type { GraphClient } from '../../client/graphClient.ts'
import { createHttpHandler } from './http.ts'
import { routeMcp } from './route.ts'
import type { McpOptions } from './server.ts'

const mostBytes = 8 * 1024 * 1024

/** Serves MCP by HTTP to programs of this machine until a signal comes. */
export async function listenMcp(
  client: GraphClient,
  port: number,
  options: McpOptions,
  tell: (text: string) => void,
): Promise<void> {
  const server = serverOf(client, options)
  tell(`MCP is served at ${await server.listen({ host: '127.0.0.1', port })}/mcp`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await server.close()
}

function serverOf(client: GraphClient, options: McpOptions): FastifyInstance {
  const server = fastify({ bodyLimit: mostBytes, forceCloseConnections: true })
  server.addHook('onRequest', async ({ headers }, reply) => {
    const message = foreign(headers)
    return message === null ? undefined : reply.code(403).send(refusal(-32000, message))
  })
  server.setErrorHandler(({ statusCode = 500, message }: FastifyError, _, reply) =>
    reply.code(statusCode).send(refusal(-32000, message)),
  )
  server.setNotFoundHandler((_, reply) => reply.code(404).type('text/plain').send('MCP is at /mcp.\n'))
  routeMcp(server, { open: async () => createHttpHandler(options), clientFor: () => client, signalOf })
  return server
}

/** A page of any site may have its name lead here: only this machine's own names are answered to. */
function foreign({ host, origin }: IncomingHttpHeaders): string | null {
  const request = validateHostHeader(host, localhostAllowedHostnames())
  if (!request.ok) return request.message
  const from = validateOriginHeader(origin, localhostAllowedOrigins())
  return from.ok ? null : from.message
}

function refusal(code: number, message: string): object {
  return { jsonrpc: '2.0', error: { code, message }, id: null }
}

function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}
