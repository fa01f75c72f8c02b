import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphClient } from '../../client/graphClient.ts'
import type { HttpRequest, McpHandler } from './http.ts'

/** What `/mcp` is made of. */
export interface McpRouteParts {
  /** Makes what answers, for the first request: a server without such requests pays nothing. */
  readonly open: () => Promise<McpHandler>
  readonly clientFor: (request: FastifyRequest) => GraphClient
  /** Told how many messages a batch has, before any of it is worked on. */
  readonly onMessages?: (request: FastifyRequest, count: number) => Promise<void>
  /** Aborted when the connection of that answer is closed. */
  readonly signalOf: (reply: FastifyReply) => AbortSignal
}

/** Serves `/mcp`: the Model Context Protocol by streamable HTTP, each request on its own and for its caller. */
export function routeMcp(server: FastifyInstance, { open, clientFor, onMessages, signalOf }: McpRouteParts): void {
  let opened: Promise<McpHandler> | null = null
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
        const signal = signalOf(reply)
        try {
          const handler = await opened
          const answered = { ...requestOf(request, signal), onMessages: onMessages?.bind(null, request) }
          return await send(reply, await handler.answer(answered, clientFor(request)))
        } catch (thrown) {
          // Where the client has gone the library says that the connection is closed, which is no fault.
          signal.throwIfAborted()
          throw thrown
        }
      },
    })
  })
}

function requestOf({ method, url, headers, host, body }: FastifyRequest, signal: AbortSignal): HttpRequest {
  const headerPairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return {
    method,
    url: `http://${host}${url}`,
    headers: headerPairs,
    body: body instanceof Buffer ? body : null,
    signal,
  }
}

/** What is no stream of events goes at once, in one packet. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(answer)
  const text = await answer.text()
  return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(text)
}
