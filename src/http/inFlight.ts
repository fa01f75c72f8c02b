import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Overloaded } from '../app/access/overloaded.ts'
import type { Tenant } from '../domain/tenant.ts'
import type { Bounds } from './bounds/bounds.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts it among those of the tenant whose caller sent it; refuses what is more than that tenant's share. */
    enter: (tenant: Tenant) => void
    /** Makes room for another request: this one goes on as a stream. */
    land: () => void
  }
  interface FastifyContextConfig {
    /** Whether a file is on its way, which may take long. */
    readonly isTransfer?: boolean
  }
}

/** A route by which files come or go. */
export const transferRoute = { config: { isTransfer: true } }

/** Whoever watches over the server asks when it has much to do, too. */
const always = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * Answers at once, with 503, what comes while so many requests are under way, or so many of its tenant, or while more come than
 * are answered: those that were let in keep their time, where a queue would have all of them wait.
 */
export function limitInFlight(server: FastifyInstance, bounds: Bounds): void {
  server.decorateRequest('enter')
  server.decorateRequest('land')
  server.addHook('onRequest', (request, reply, done) => {
    try {
      begin(request, bounds, (end) => reply.raw.once('close', end))
      done()
    } catch (refusal) {
      done(refusal as Overloaded)
    }
  })
}

function begin(request: FastifyRequest, bounds: Bounds, onClose: (end: () => void) => void): void {
  const places: (() => void)[] = []
  let isOver = false
  request.enter = () => undefined
  request.land = () => {
    for (const leave of places.splice(0)) leave()
  }
  if (always.has(pathOf(request))) return
  places.push(bounds.requests.take(''))
  request.enter = (tenant) => {
    // Who sent it may be gone before it is known whose it is.
    if (isOver) return
    places.push(bounds.requestsOfTenants.take(tenant))
    const { isTransfer = false } = request.routeOptions.config
    places.push((isTransfer ? bounds.transfers : bounds.surge).take(tenant))
  }
  onClose(() => {
    isOver = true
    request.land()
  })
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url
