import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormattedExecutionResult, GraphQLError } from 'graphql'
import { badInput } from '../../domain/refusals.ts'
import { isRecord } from '../../graphql/records.ts'
import {
  answersOf,
  prepare,
  shownErrors,
  type Answers,
  type OperationParts,
  type OperationRequest,
  type PreparedOperation,
} from './operation.ts'

/** How often a sign of life is sent, and how long a client may leave what was sent to it unread. */
const beatMs = 12_000
const stalledMs = 30_000

/** Serves subscriptions as server-sent events, one connection each, as graphql-sse's "distinct connections mode" has it. */
export interface EventStreams {
  /** Says whether a request asks for server-sent events. */
  readonly isAsked: (request: FastifyRequest) => boolean
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Ends all streams without saying that they are complete: their clients subscribe again, elsewhere. */
  readonly close: () => void
}

/** Returns the streams of a server. */
export function eventStreamsOf(parts: OperationParts): EventStreams {
  const open = new Set<ServerResponse>()
  return {
    isAsked: ({ headers }) => (headers.accept ?? '').split(/[,;]/).some((type) => type.trim() === 'text/event-stream'),
    async answer(request, reply) {
      const prepared = prepare(parts, requestOf(request))
      reply.hijack()
      const { raw } = reply
      open.add(raw)
      raw.once('close', () => open.delete(raw))
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
        // Proxies would hold back what is small.
        'x-accel-buffering': 'no',
      })
      await stream(parts, prepared, raw)
    },
    close() {
      for (const response of open) response.end()
    },
  }
}

/** Serves them at an address of their own too, the one that clients try first. */
export function eventStreamRoute(server: FastifyInstance, streams: EventStreams): void {
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql/stream',
    handler: (request, reply) => streams.answer(request, reply),
  })
}

async function stream(
  parts: OperationParts,
  prepared: PreparedOperation | readonly GraphQLError[],
  raw: ServerResponse,
): Promise<void> {
  const write = writerTo(raw)
  const answers = isErrors(prepared) ? { errors: shownErrors(parts, prepared) } : await answersOf(parts, prepared)
  if (isAnswers(answers)) await follow(answers, raw, write)
  else await write(next(answers))
  if (raw.writable) raw.end('event: complete\ndata:\n\n')
}

/** The next event is taken once the one before has left: a client that reads slowly holds up its own subscription only. */
async function follow(answers: Answers, raw: ServerResponse, write: (text: string) => Promise<void>): Promise<void> {
  raw.once('close', () => void answers.return?.())
  if (raw.destroyed) await answers.return?.()
  const beat = setInterval(() => void write(':\n\n'), beatMs).unref()
  try {
    await write(':\n\n')
    for await (const answer of answers) await write(next(answer))
  } finally {
    clearInterval(beat)
  }
}

function next(answer: FormattedExecutionResult): string {
  return `event: next\ndata: ${JSON.stringify(answer)}\n\n`
}

/** Waits until what is written has left for the client; a client that takes nothing for long is cut off. */
function writerTo(raw: ServerResponse): (text: string) => Promise<void> {
  return async (text) => {
    if (!raw.writable) return
    const stalled = setTimeout(() => raw.destroy(), stalledMs).unref()
    await new Promise((resolve) => raw.write(text, resolve))
    clearTimeout(stalled)
  }
}

function isErrors(prepared: PreparedOperation | readonly GraphQLError[]): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared)
}

function isAnswers(answers: Answers | FormattedExecutionResult): answers is Answers {
  return Symbol.asyncIterator in answers
}

/** Returns what a request asks: the body of a POST, or the parameters of a GET, which is what browsers' EventSource sends. */
function requestOf({ method, body, query }: FastifyRequest): OperationRequest {
  const given = method === 'GET' ? withVariables(query as Readonly<Record<string, unknown>>) : body
  if (!isRecord(given) || typeof given['query'] !== 'string')
    throw badInput('A JSON object with "query" is needed.', {}, ['query'])
  const { operationName, variables } = given
  if (operationName != null && typeof operationName !== 'string')
    throw badInput('"operationName" must be text.', {}, ['operationName'])
  if (variables != null && !isRecord(variables)) throw badInput('"variables" must be a JSON object.', {}, ['variables'])
  return { query: given['query'], operationName, variables }
}

function withVariables(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { variables } = query
  if (typeof variables !== 'string' || variables === '') return { ...query, variables: null }
  try {
    return { ...query, variables: JSON.parse(variables) as unknown }
  } catch {
    throw badInput('"variables" is no JSON.', {}, ['variables'])
  }
}
