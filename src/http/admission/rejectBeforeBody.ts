import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Overloaded } from '../../app/access/overloaded.ts'
import { bodyOf } from '../responses/errors.ts'

/** What is no longer has come with its head, or soon will have: the answer need not wait for it. */
const shortBody = 65_536

/**
 * Answers a request that there is no room for in one write, with nothing else done for it; answers false where it cannot be
 * done so: a page of another site must get more headers, and of a long body the end must be awaited.
 */
export function rejectBeforeBody(request: FastifyRequest, reply: FastifyReply, refusal: Overloaded): boolean {
  const { headers, method } = request
  const length = method === 'GET' ? 0 : Number(headers['content-length'] ?? NaN)
  if (headers.origin !== undefined || !(length <= shortBody) || headers.expect !== undefined) return false
  const text = textOf(request, refusal)
  reply.hijack()
  reply.raw.writeHead(503, [
    ...['content-type', 'application/json; charset=utf-8'],
    ...['retry-after', refusal.retryAfter, 'content-length', `${text.length}`],
  ])
  reply.raw.end(text, 'latin1')
  return true
}

/** Texts of refusals, by where they are answered: there are few of either. */
const texts = new WeakMap<Overloaded, Map<string, string>>()

function textOf(request: FastifyRequest, refusal: Overloaded): string {
  const known = texts.get(refusal) ?? new Map<string, string>()
  const route = request.routeOptions.url ?? ''
  const text = known.get(route) ?? JSON.stringify(bodyOf(request, refusal))
  texts.set(refusal, known.set(route, text))
  return text
}
