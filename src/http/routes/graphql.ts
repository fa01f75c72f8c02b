import type { ApolloServer } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpRefusal } from '../responses/refusal.ts'
import type { Documents } from '../subscriptions/documents.ts'
import { asksToSubscribe } from '../subscriptions/request.ts'
import type { Context } from '../../graphql/context.ts'
import { signalOf, requestTimeout } from '../timeouts.ts'
import type { RouteParts } from '../parts.ts'
import { asEvent, type EventStreams } from '../subscriptions/sse.ts'
import { sendGraphiql } from './explorer.ts'

/**
 * Serves the API: POST, GET for queries; a browser that opens the address gets GraphiQL. The operation decides how it
 * is answered, then what the client accepts: subscriptions as server-sent events, all else as JSON, or as one such event
 * where that is wanted more.
 */
export function graphqlRoute(
  server: FastifyInstance,
  parts: RouteParts & {
    readonly apollo: ApolloServer<Context>
    readonly streams: EventStreams
    readonly documents: Documents
  },
): void {
  const { apollo, streams, documents } = parts
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const controller = signalOf(reply)
    const context = () => Promise.resolve(request.caller.contextOf(controller.signal))
    const answered = fastifyApolloHandler(apollo, { context }).call(server, request, reply)
    return requestTimeout(parts.limits.requestMs, controller, answered as Promise<unknown>)
  }
  const answerJson = async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await answer(request, reply)
    return typeof text === 'string' ? sentText(text) : text
  }
  const answerEvent = async (request: FastifyRequest, reply: FastifyReply) => {
    request.headers = { accept: 'application/json' }
    return asEvent(reply, await answer(request, reply))
  }
  // A request that asks for a page gets one, as GraphiQL's: it has no caller who could be answered otherwise.
  const answerPage = (request: FastifyRequest, reply: FastifyReply) => {
    request.headers = { accept: 'text/html' }
    // Apollo's page loads Sandbox from elsewhere, so the explorer's policy would leave it empty.
    void reply.headers({ ...noFrames, 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
    return answer(request, reply)
  }
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    // The page says nothing: what it shows it asks for itself, with a key.
    config: { isPublic: isBrowser },
    handler: (request, reply) => {
      if (isBrowser(request)) return parts.sandbox ? answerPage(request, reply) : sendGraphiql(request, reply)
      const accepted = acceptanceOf(request.headers.accept)
      if (asksToSubscribe(documents, request)) {
        if (!accepted.names('text/event-stream')) throw servedElsewhere()
        return streams.answer(request, reply)
      }
      return prefersEvents(accepted) ? answerEvent(request, reply) : answerJson(request, reply)
    },
  })
  // An address of their own too, the one that clients of server-sent events try first.
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql/stream',
    handler: (request, reply) =>
      asksToSubscribe(documents, request) ? streams.answer(request, reply) : answerEvent(request, reply),
  })
}

const noFrames = { 'content-security-policy': "frame-ancestors 'none'" }

/** Says whether events are wanted rather than JSON; refuses a client that takes neither, before anything is done. */
function prefersEvents({ of }: Acceptance): boolean {
  const [json, events] = [Math.max(...jsonTypes.map(of)), of('text/event-stream')]
  if (json === 0 && events === 0) throw notAcceptable([...jsonTypes, 'text/event-stream'])
  return events > json
}
const jsonTypes = ['application/json', 'application/graphql-response+json']

function notAcceptable(offered: readonly string[]): HttpRefusal {
  const message = `The header "accept" takes none of what is served here: ${offered.join(', ')}.`
  return new HttpRefusal(406, 'BAD_REQUEST', message, { offered })
}

function servedElsewhere(): HttpRefusal {
  const message =
    'A subscription is not answered by plain HTTP. Subscribe by WebSocket at /graphql (protocol graphql-transport-ws), ' +
    'or by server-sent events at /graphql/stream (Accept: text/event-stream).'
  const places = { webSocket: '/graphql', eventStream: '/graphql/stream' }
  return new HttpRefusal(405, 'BAD_REQUEST', message, places, { allow: 'GET, POST' })
}

/** A page is wanted, and no query asked. */
function isBrowser({ method, headers, query }: FastifyRequest): boolean {
  const request = 'query' in (query as object) || 'extensions' in (query as object)
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !request
}

/** From so many characters on an answer leaves as bytes: as text it is copied three times on its way to the socket. */
const long = 16_384
const lineBreak = 0x0a

/** Returns an answer's text with a line break behind it, in the form in which it costs least to send. */
export function sentText(text: string): string | Buffer {
  if (text.length < long) return `${text}\n`
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text) + 1)
  bytes.write(text)
  bytes[bytes.length - 1] = lineBreak
  return bytes
}

/** What a client takes as an answer. */
export interface Acceptance {
  /** How much it wants a type, from 0 (not at all) to 1. */
  readonly of: (type: string) => number
  /** Whether it names a type, and does not only take anything. */
  readonly names: (type: string) => boolean
}

interface Range {
  readonly range: string
  readonly weight: number
}

/** Returns what an `Accept` header says; a request without one takes anything. */
export function acceptanceOf(header: string | undefined): Acceptance {
  const ranges = header === undefined || header.trim() === '' ? [{ range: '*/*', weight: 1 }] : rangesOf(header)
  const closest = (type: string, least: number): number => {
    const [best] = ranges
      .map(({ range, weight }) => ({ closeness: closenessOf(range, type), weight }))
      .filter(({ closeness }) => closeness >= least)
      .sort((a, b) => b.closeness - a.closeness || b.weight - a.weight)
    return best?.weight ?? 0
  }
  return { of: (type) => closest(type, 1), names: (type) => closest(type, 2) > 0 }
}

/** Commas and semicolons may stand in quoted parameters. */
const items = /(?:[^,"]|"(?:\\.|[^"\\])*")+/g
const parameters = /(?:[^;"]|"(?:\\.|[^"\\])*")+/g

function rangesOf(header: string): Range[] {
  return (header.match(items) ?? []).map((item) => {
    const [range = '', ...rest] = (item.match(parameters) ?? []).map((part) => part.trim().toLowerCase())
    const weight = rest.find((parameter) => parameter.startsWith('q='))
    return { range, weight: weight === undefined ? 1 : weightOf(weight.slice(2)) }
  })
}

/** What is no weight counts as the most, as if it were not there. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(text) ? Number(text) : 1
}

/** The closest range that fits a type decides: 3 names it, 2 its group, 1 anything; 0 does not fit. */
function closenessOf(range: string, type: string): number {
  if (range === type) return 3
  if (range === `${type.split('/', 1)[0]}/*`) return 2
  return range === '*/*' ? 1 : 0
}
