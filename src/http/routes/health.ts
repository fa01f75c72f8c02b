import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthenticated } from '../../app/access/accessRefused.ts'
import { shownOf } from '../../graphql/answer/errors.ts'
import { publicRoute } from '../admission/authenticateRequests.ts'
import type { ServerParts } from '../parts.ts'

/** Serves what keeps the server running asks: is it alive, can it work, how does it do. The last two say more to the operator. */
export function healthRoutes(
  server: FastifyInstance,
  { store, metrics, log, access, wrongClockMs }: ServerParts,
): void {
  const isOperator = holderOf(access.metricsToken)
  const isOpen = access.auth === null && access.metricsToken === null
  server.get('/health/live', publicRoute, async () => ({ status: 'live' }))
  server.get('/health/ready', publicRoute, async (request, reply) => {
    try {
      await store.ready()
      const clockAheadMs = wrongClockMs()
      const details = clockAheadMs !== null && (isHere(request) || isOperator(request)) ? { clockAheadMs } : {}
      return { status: 'ready', store: store.name, ...details }
    } catch (thrown) {
      const { message: reason } = shownOf(thrown, log)
      const details = isHere(request) || isOperator(request) ? { reason } : {}
      return reply.code(503).send({ status: 'not ready', store: store.name, ...details })
    }
  })
  server.get('/metrics', publicRoute, async (request, reply) => {
    if (!isOpen && !isOperator(request)) throw unauthenticated()
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** Returns what says whether a request carries the token; without a configured token none does. */
function holderOf(token: string | null): (request: FastifyRequest) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = token === null ? null : digest(token)
  return ({ headers }) => {
    const [, text] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? []
    return right !== null && text !== undefined && timingSafeEqual(digest(text.trim()), right)
  }
}

/** A proxy on this machine asks for others, and says so. */
function isHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  const isForOthers = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers)
  return !isForOthers && /^(::1|(::ffff:)?127(\.\d+){3})$/.test(address)
}
