import { finished } from 'node:stream/promises'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded } from '../../app/access/overloaded.ts'
import { RateExceeded } from '../../app/access/rateExceeded.ts'
import { badInput } from '../../domain/refusals.ts'
import { HttpRefusal } from './refusal.ts'
import { shownPath } from './shownPath.ts'
import { isOutdated, shownOf, type FormattedError } from '../../graphql/answer/errors.ts'
import type { ServerParts } from '../parts.ts'
import { own } from '../../runtime/own.ts'

/** How long a body that is not used is read before the refusal is sent, in milliseconds. */
const maxDrainMs = 5_000

const statuses: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  BAD_INPUT: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  LIMIT_EXCEEDED: 413,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  TIMEOUT: 504,
  INTERNAL: 500,
  STORE_FULL: 507,
}

/** Returns the handler of whatever a route throws: JSON with a code, in GraphQL's form where GraphQL was asked. */
export function answerError({ log, metrics, limits }: ServerParts) {
  return async (
    thrown: FastifyError | RateExceeded | Overloaded,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<object> => {
    const refusal = thrown instanceof HttpRefusal ? thrown : null
    const displayed = brokenOff(request) ?? refusal ?? ofTheRequest(thrown, limits.bodyBytes) ?? shownOf(thrown, log)
    metrics.countError(displayed.code)
    await readToItsEnd(request)
    void reply.code(refusal?.statusCode ?? statusOf(displayed, thrown)).headers(refusal?.headers ?? {})
    if (thrown instanceof RateExceeded || thrown instanceof Overloaded)
      void reply.header('retry-after', thrown.retryAfter)
    if (isOutdated(thrown)) void reply.code(503).header('retry-after', '1')
    if (displayed.code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer')
    return bodyOf(request, displayed)
  }
}

function statusOf({ code }: FormattedError, { statusCode = 400 }: FastifyError): number {
  return code === 'BAD_REQUEST' ? statusCode : (own(statuses, code) ?? 409)
}

/** A client still sending would find its connection closed, and never read the answer: for a while it may go on. */
async function readToItsEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  await finished(raw, { signal: AbortSignal.timeout(maxDrainMs) }).catch(() => undefined)
}

/** Answers a path that leads nowhere. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `There is nothing at ${request.method} ${shownPath(request.url)}.`
  return reply.code(404).send(bodyOf(request, { code: 'NOT_FOUND', message }))
}

/** What is said to what comes while the server ends. */
export const closingMessage = 'The server is about to end, and nothing of this was done. Send it again in a moment.'

/** Answers what comes while the server ends. */
export function answerClosing(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(503)
    .header('retry-after', '1')
    .send(bodyOf(request, { code: 'TIMEOUT', message: closingMessage }))
}

/** A request whose end never came: its client has gone, and the fault is not ours. */
function brokenOff({ raw }: FastifyRequest): FormattedError | null {
  return raw.destroyed && !raw.complete ? { code: 'BAD_REQUEST', message: 'The request was broken off.' } : null
}

/** What is wrong with the request as such; null when the fault is not there. */
function ofTheRequest({ code, statusCode = 500, message }: FastifyError, limit: number): FormattedError | null {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { code: 'LIMIT_EXCEEDED', message: `The request has more than ${limit} bytes.`, details: { limit } }
  if (typeof code !== 'string' || !code.startsWith('FST_ERR_') || statusCode >= 500) return null
  return { code: 'BAD_REQUEST', message }
}

/** Returns the body of a refusal: in GraphQL's form where GraphQL was asked. */
export function bodyOf(request: FastifyRequest, { code, message, details }: FormattedError): object {
  if (pathOf(request).startsWith('/graphql'))
    return { errors: [{ message, extensions: { code, ...(details && { details }) } }] }
  return { error: { code, message, details: details ?? null } }
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url
}

/** Returns the one value of a query parameter, null when it was not given; refuses one given twice. */
export function parameter(request: FastifyRequest, name: string): string | null {
  const value = own(request.query as Readonly<Record<string, unknown>>, name)
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw badInput(`"${name}" is given more than once.`, {}, [name])
  return value
}

/** Returns a query parameter that says yes or no; refuses any other word. */
export function flag(request: FastifyRequest, name: string, usual: boolean): boolean {
  const text = parameter(request, name)
  if (text === null) return usual
  if (text === 'true' || text === 'false') return text === 'true'
  throw badInput(`"${name}" must be true or false.`, { [name]: text }, [name])
}
