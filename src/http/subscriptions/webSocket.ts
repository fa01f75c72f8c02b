import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { GraphQLError, parse, type ExecutionArgs, type ExecutionResult, type FormattedExecutionResult } from 'graphql'
import { handleProtocols, makeServer, type Server } from 'graphql-ws'
import type { Logger } from 'pino'
import { WebSocketServer } from 'ws'
import { AccessRefused } from '../../app/access/accessRefused.ts'
import { RateExceeded } from '../../app/access/rateExceeded.ts'
import { Refusal } from '../../domain/refusals.ts'
import { pointsOfRequest } from '../../graphql/operation.ts'
import { Disconnected } from '../../graphql/answer/interruptions.ts'
import { refuseUpgrade, type Admission } from '../admission/sites.ts'
import type { Identify } from '../admission/caller.ts'
import { closingMessage } from '../responses/errors.ts'
import { answersOf, type AnswersParts } from './answers.ts'
import { heartbeat } from './heartbeat.ts'
import { oneAnswer, RequestRefused, type OneAnswerParts } from './oneAnswer.ts'
import { isRefused, payFor, prepare, type PreparedSubscription, type PrepareParts } from './prepare.ts'
import { isSubscription, type OperationRequest } from './request.ts'
import { formattedErrors } from './formatted.ts'
import { callerOn, speak, type SocketConnection } from './socket.ts'

/** How long clients may take to say goodbye. */
const goodbyeMs = 1_000
/** How long clients may take to say who they are. */
const initMs = 3_000
const nothingHere = { code: 'NOT_FOUND', message: 'WebSocket is spoken at /graphql alone.' }

/** What serving operations over WebSocket takes. */
export type SocketParts = PrepareParts &
  AnswersParts &
  OneAnswerParts & { readonly admission: Admission; readonly identify: Identify; readonly log: Logger }

/** Serves all operations over WebSocket at /graphql, in graphql-ws's protocol. Returns what ends them all. */
export function serveWebSocket(server: FastifyInstance, parts: SocketParts): () => Promise<void> {
  const { admission, drain, limits, log } = parts
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.bodyBytes,
    autoPong: false,
    handleProtocols,
  })
  const protocol = protocolOf(parts)
  const stopBeating = heartbeat(sockets.clients)
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = admission(request)
    if (refusal) refuseUpgrade(socket, refusal.statusCode, refusal)
    else if (drain.isClosing()) refuseUpgrade(socket, 503, { code: 'TIMEOUT', message: closingMessage })
    else if (request.url?.split('?', 1)[0] !== '/graphql') refuseUpgrade(socket, 404, nothingHere)
    else
      sockets.handleUpgrade(request, socket, head, (open) =>
        speak(
          protocol,
          open,
          socket,
          { authorization: request.headers.authorization, address: request.socket.remoteAddress ?? '' },
          log,
        ),
      )
  })
  return async () => {
    stopBeating()
    const terminating = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), goodbyeMs)
    for (const client of sockets.clients) client.close(1001, 'Going away')
    await new Promise((resolve) => sockets.close(resolve))
    clearTimeout(terminating)
  }
}

/** An operation on its way through graphql-ws, which needs a document to know a subscription from the others. */
type Subscribing = PreparedSubscription & { readonly connection: SocketConnection }
type Asking = ExecutionArgs & { readonly request: OperationRequest; readonly connection: SocketConnection }
const anyQuery = parse('{ __typename }')

function protocolOf(parts: SocketParts): Server<SocketConnection> {
  const { schema, limits, formatError, documents, drain, quotas, identify, log } = parts
  return makeServer<Record<string, unknown>, SocketConnection>({
    connectionInitWaitTimeout: initMs,
    onConnect: async ({ connectionParams, extra: connection }) => {
      try {
        const value = connectionParams?.['authorization'] ?? connectionParams?.['Authorization']
        const caller = await identify(typeof value === 'string' ? value : connection.authorization, connection.address)
        connection.begin(caller, quotas.sockets.take(caller.tenant))
        return true
      } catch (error) {
        // 4403, which clients take for a reason to come again with another key; 1013 while the server can check no key.
        if (error instanceof AccessRefused) return false
        log.warn({ err: error }, 'A WebSocket client cannot be admitted now')
        connection.end(1013, 'Try again later')
        return false
      }
    },
    onSubscribe: async ({ subscriptions, extra: connection }, _id, payload) => {
      const request = { ...payload }
      if (drain.isClosing()) return refusing(new Disconnected(closingMessage))
      if (Object.keys(subscriptions).length > limits.operations) return refusing(tooMany(limits.operations))
      const refused = await callerOn(connection)
        .spend?.(pointsOfRequest)
        .then(() => null, rateRefused)
      if (refused) return refused
      if (!isSubscription(documents, request)) return { schema, document: anyQuery, request, connection }
      const prepared = prepare(parts, request, callerOn(connection))
      const unpaid = await payFor(prepared).then(() => null, rateRefused)
      if (unpaid) return unpaid
      return isRefused(prepared) ? prepared : { ...prepared, connection }
    },
    // What `onSubscribe` returned is what comes back here.
    execute: (args) => {
      const { request, connection } = args as Asking
      return oneAnswer(parts, request, connection) as AsyncGenerator<ExecutionResult>
    },
    subscribe: (args) => {
      const { connection, ...prepared } = args as Subscribing
      return answersOf(parts, prepared, connection.events) as Promise<AsyncGenerator<ExecutionResult>>
    },
    onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
    onError: (_context, _id, _payload, errors) =>
      errors.flatMap((error) =>
        error.originalError instanceof RequestRefused
          ? error.originalError.errors
          : formattedErrors(formatError, [error]),
      ),
  })
}

function refusing(originalError: Error): readonly GraphQLError[] {
  return [new GraphQLError(originalError.message, { originalError })]
}

function tooMany(limit: number): Refusal {
  const message = `This connection has ${limit} operations under way, and takes no more.`
  return new Refusal('LIMIT_EXCEEDED', { limit }, message)
}

function rateRefused(thrown: unknown): readonly GraphQLError[] {
  if (!(thrown instanceof RateExceeded)) throw thrown
  return refusing(thrown)
}
