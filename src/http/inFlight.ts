import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpRefusal } from './httpRefusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Makes room for another request: this one goes on as a stream. */
    land: () => void
  }
}

const retryAfterSeconds = 1
/** Whoever watches over the server asks when it has much to do, too. */
const always = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * Answers at once, with 503, what comes while so many requests are under way: those that were let in keep their time, where a
 * queue would have all of them wait.
 */
export function limitInFlight(server: FastifyInstance, most: number): void {
  let underWay = 0
  server.decorateRequest('land')
  server.addHook('onRequest', (request, reply, done) => {
    request.land = () => undefined
    if (always.has(pathOf(request))) {
      done()
      return
    }
    if (underWay >= most) {
      done(overloaded(most))
      return
    }
    let isUnderWay = true
    underWay++
    request.land = () => {
      if (isUnderWay) underWay--
      isUnderWay = false
    }
    reply.raw.once('close', request.land)
    done()
  })
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url

function overloaded(limit: number): HttpRefusal {
  const message = `The server has ${limit} requests under way, and takes no more now. Nothing of this was done: send it again in a moment.`
  return new HttpRefusal(503, 'OVERLOADED', message, { limit }, { 'retry-after': String(retryAfterSeconds) })
}
