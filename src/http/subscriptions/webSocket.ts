import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { GraphQLError, parse, type ExecutionArgs, type ExecutionResult, type FormattedExecutionResult } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { oneAnswer, RequestRefused, type OneAnswerParts } from './oneAnswer.ts'
import { isSubscription, type OperationRequest } from './request.ts'
import { Disconnected } from '../../graphql/interruptions.ts'
import { closingMessage } from '../httpErrors.ts'
import { answersOf, prepare, shownErrors, type OperationParts, type PreparedOperation } from './operation.ts'

/** How long clients may take to say goodbye. */
const goodbyeMs = 1_000

/** A query or mutation on its way through graphql-ws, which wants a document to tell it from a subscription. */
type SingleArgs = ExecutionArgs & { readonly request: OperationRequest }
const single = parse('{ __typename }')

/** Serves all operations over WebSocket at /graphql, in graphql-ws's protocol. Returns what ends them all. */
export function serveWebSocket(server: FastifyInstance, parts: OperationParts & OneAnswerParts): () => Promise<void> {
  const { schema, drain } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: parts.limits.bodyBytes })
  const protocol = useServer(
    {
      onSubscribe: (_context, _id, payload) => {
        const request = { ...payload }
        if (drain.isClosing())
          return [new GraphQLError(closingMessage, { originalError: new Disconnected(closingMessage) })]
        return isSubscription(request) ? prepare(parts, request) : { schema, document: single, request }
      },
      execute: (args) => oneAnswer(parts, (args as SingleArgs).request) as AsyncGenerator<ExecutionResult>,
      // What `prepare` returned is what comes back here.
      subscribe: async (args) => answersOf(parts, args as PreparedOperation) as Promise<AsyncIterable<ExecutionResult>>,
      onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
      onError: (_context, _id, _payload, errors) =>
        errors.flatMap((error) =>
          error.originalError instanceof RequestRefused ? error.originalError.errors : shownErrors(parts, [error]),
        ),
      // Faults do not tell clients what is inside.
      isProd: true,
    },
    sockets,
  )
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = drain.isClosing() ? '503 Service Unavailable' : refusalOf(request)
    if (status === null)
      sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request))
    else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  return async () => {
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
