import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { GraphQLError, parse, type ExecutionArgs, type ExecutionResult, type FormattedExecutionResult } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { refuseUpgrade, type Admission } from '../admission.ts'
import { oneAnswer, RequestRefused, type OneAnswerParts } from './oneAnswer.ts'
import { isSubscription, type OperationRequest } from './request.ts'
import { Disconnected } from '../../graphql/interruptions.ts'
import { closingMessage } from '../httpErrors.ts'
import { answersOf, prepare, shownErrors, type OperationParts, type PreparedOperation } from './operation.ts'

/** How long clients may take to say goodbye. */
const goodbyeMs = 1_000

/** A query or mutation on its way through graphql-ws, which wants a document to tell it from a subscription. */
type SingleArgs = ExecutionArgs & { readonly request: OperationRequest }
const nothingHere = { code: 'NOT_FOUND', message: 'WebSocket is spoken at /graphql alone.' }
const single = parse('{ __typename }')

/** Serves all operations over WebSocket at /graphql, in graphql-ws's protocol. Returns what ends them all. */
export function serveWebSocket(
  server: FastifyInstance,
  parts: OperationParts & OneAnswerParts & { readonly admission: Admission },
): () => Promise<void> {
  const { schema, drain, admission } = parts
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
    const refusal = admission(request)
    if (refusal) refuseUpgrade(socket, refusal.statusCode, refusal)
    else if (drain.isClosing()) refuseUpgrade(socket, 503, { code: 'TIMEOUT', message: closingMessage })
    else if (request.url?.split('?', 1)[0] !== '/graphql') refuseUpgrade(socket, 404, nothingHere)
    else sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request))
  })
  return async () => {
    const patience = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), goodbyeMs)
    await protocol.dispose()
    clearTimeout(patience)
  }
}
