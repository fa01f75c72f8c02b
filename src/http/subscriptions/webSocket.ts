import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ExecutionResult, FormattedExecutionResult } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { answersOf, prepare, shownErrors, type OperationParts, type PreparedOperation } from './operation.ts'

/** How long clients may take to say goodbye. */
const goodbyeMs = 1_000

/** Serves subscriptions over WebSocket at /graphql, in graphql-ws's protocol. Returns what ends them all. */
export function serveWebSocket(server: FastifyInstance, parts: OperationParts): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: parts.limits.bodyBytes })
  const protocol = useServer(
    {
      onSubscribe: (_context, _id, { query, operationName, variables }) =>
        prepare(parts, { query, operationName, variables }),
      // What `prepare` returned is what comes back here.
      subscribe: async (args) => answersOf(parts, args as PreparedOperation) as Promise<AsyncIterable<ExecutionResult>>,
      onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
      onError: (_context, _id, _payload, errors) => shownErrors(parts, errors),
      // Faults do not tell clients what is inside.
      isProd: true,
    },
    sockets,
  )
  let isClosing = false
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = isClosing ? '503 Service Unavailable' : refusalOf(request)
    if (status === null)
      sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request))
    else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return async () => {
    isClosing = true
    const patience = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), goodbyeMs)
    await protocol.dispose()
    clearTimeout(patience)
  }
}

/** Why there is no upgrade: nothing is there, or a page of another site asks, which browsers would let it. */
function refusalOf({ url = '', headers }: IncomingMessage): string | null {
  if (url.split('?', 1)[0] !== '/graphql') return '404 Not Found'
  const { origin, host } = headers
  const isForeign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
  return isForeign ? '403 Forbidden' : null
}
