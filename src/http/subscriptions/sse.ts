import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type FormattedExecutionResult } from 'graphql'
import { unauthenticated } from '../../app/access/accessRefused.ts'
import { requestOf } from './request.ts'
import { answersOf, isAnswers, type Answers, type AnswersParts } from './answers.ts'
import { isRefused, payFor, prepare, type PreparedSubscription, type PrepareParts } from './prepare.ts'
import { formattedErrors } from './formatted.ts'
import { createThrottle } from './throttle.ts'
import { writerTo } from './writer.ts'

/** How often a sign of life is sent. */
const beatMs = 12_000

/** How long a client may take to hear that it may follow no more. */
const goodbyeMs = 1_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  // Proxies would hold back what is small.
  'x-accel-buffering': 'no',
}
const complete = 'event: complete\ndata:\n\n'

/** Serves subscriptions as server-sent events, one connection each, as graphql-sse's "distinct connections mode" has it. */
export interface EventStreams {
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Ends all streams without saying that they are complete: their clients subscribe again, elsewhere. */
  readonly close: () => void
}

/** Returns the streams of a server. */
export function eventStreamsOf(parts: PrepareParts & AnswersParts): EventStreams {
  const open = new Set<ServerResponse>()
  return {
    async answer(request, reply) {
      request.land()
      const prepared = prepare(parts, requestOf(request), request.caller)
      await payFor(prepared)
      reply.hijack()
      const { raw } = reply
      if (raw.destroyed) return
      open.add(raw)
      raw.once('close', () => open.delete(raw))
      // What hooks have set, CORS's headers among it.
      raw.writeHead(200, { ...reply.getHeaders(), ...headers } as OutgoingHttpHeaders)
      await stream(parts, prepared, raw, request)
    },
    close() {
      for (const response of open) response.end()
    },
  }
}

/** Returns the answer to a query or mutation as the one event of a stream; a request that was refused stays as it is. */
export function asEvent(reply: FastifyReply, answer: unknown): unknown {
  if (reply.statusCode !== 200 || typeof answer !== 'string') return answer
  void reply.headers(headers)
  return `event: next\ndata: ${answer.trimEnd()}\n\n${complete}`
}

async function stream(
  parts: AnswersParts,
  prepared: PreparedSubscription | readonly GraphQLError[],
  raw: ServerResponse,
  request: FastifyRequest,
): Promise<void> {
  const write = writerTo(raw)
  const answers = isRefused(prepared)
    ? { errors: formattedErrors(parts.formatError, prepared) }
    : await answersOf(parts, prepared, createThrottle(1))
  if (isAnswers(answers)) await whileLetIn(parts, request, answers, () => follow(answers, raw, write), write)
  else await write(next(answers))
  if (raw.writable) raw.end(complete)
}

/** Follows until the caller may no longer; the last event says so. */
async function whileLetIn(
  { formatError }: AnswersParts,
  request: FastifyRequest,
  answers: Answers,
  followed: () => Promise<void>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const state = { isOver: false }
  const { revoked } = request
  request.revoked = () => {
    state.isOver = true
    void answers.return?.()
    // Who reads nothing is not told.
    setTimeout(revoked, goodbyeMs).unref()
  }
  await followed()
  const refused = unauthenticated()
  const errors = [new GraphQLError(refused.message, { originalError: refused })]
  if (state.isOver) await write(next({ errors: formattedErrors(formatError, errors) }))
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
