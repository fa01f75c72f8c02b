import type { FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded } from '../../app/access/overloaded.ts'
import type { Tenant } from '../../domain/access/tenant.ts'
import type { Quotas } from './quotas.ts'
import type { AdmittedRequest } from './loadShedder.ts'
import type { Metrics } from '../metrics.ts'
import { authorizationOf } from './authenticateRequests.ts'
import { rejectBeforeBody } from './rejectBeforeBody.ts'
import { createHash } from 'node:crypto'
import { boundedCache } from '../../app/read/caches/boundedCache.ts'

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

/** A monitor asks these also while the server has much to do. */
const always = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * Returns the hook that answers at once, with 503, what arrives while so many requests are under way, or so many of its tenant, or
 * while more arrive than are answered: those that were admitted keep their time, where a queue would have all of them wait. The rest
 * start in order of arrival.
 */
export function admitWithin(quotas: Quotas, metrics: Metrics) {
  const tenants = credentialTenants()
  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void => {
    const refuse = (refusal: Overloaded) => {
      if (rejectBeforeBody(request, reply, refusal)) metrics.countError(refusal.code)
      else done(refusal)
    }
    request.enter = () => undefined
    request.land = () => undefined
    if (always.has(pathOf(request))) done()
    else admit({ request, reply, begin: done, refuse }, quotas, tenants)
  }
}

/** A request that arrives, and what becomes of it. */
interface Arrival {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly begin: () => void
  readonly refuse: (refusal: Overloaded) => void
}

function admit({ request, reply, begin, refuse }: Arrival, quotas: Quotas, tenants: CredentialTenants): void {
  const places: (() => void)[] = []
  let isOver = false
  request.land = () => {
    for (const leave of places.splice(0)) leave()
  }
  const refused = (refusal: Overloaded) => {
    request.land()
    refuse(refusal)
  }
  const seen = tenants.by(authorizationOf(request))
  const place = placeOf(request, quotas, seen.tenant, places)
  if (place instanceof Overloaded) {
    refused(place)
    return
  }
  request.enter = (tenant) => {
    // Who sent it may be gone before it is known whose it is.
    if (isOver) return
    seen.note(tenant)
    places.push(quotas.requestsOfTenants.take(tenant))
    if (isTransfer(request)) places.push(quotas.transfers.take(tenant))
    place?.moveTo(tenant)
  }
  const leaveQueue = place && quotas.admissionQueue.join({ begin, refuse: () => refused(place.refuse()) })
  reply.raw.once('close', () => {
    isOver = true
    leaveQueue?.()
    request.land()
    quotas.admissionQueue.move()
  })
  if (!place) begin()
}

/** Returns its place among those that are soon over; null for what is none of these. */
function placeOf(
  request: FastifyRequest,
  { requests, loadShedder: shedder }: Quotas,
  tenant: string,
  places: (() => void)[],
): AdmittedRequest | Overloaded | null {
  try {
    places.push(requests.take(''))
  } catch (refusal) {
    return refusal as Overloaded
  }
  if (request.is404 || isTransfer(request) || request.routeOptions.config.isPublic?.(request)) return null
  const place = shedder.come(tenant)
  if (!(place instanceof Overloaded)) places.push(place.leave)
  return place
}

const isTransfer = ({ routeOptions }: FastifyRequest) => routeOptions.config.isTransfer === true
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url

/** The tenants of earlier requests with the same `Authorization` header: by them requests count before their caller is known; they admit none. */
export interface CredentialTenants {
  readonly by: (authorization: string | undefined) => SeenTenant
}
/** What is known of one header. */
export interface SeenTenant {
  /** Empty while it is not known. */
  readonly tenant: string
  readonly note: (tenant: Tenant) => void
}

const remembered = 1_000

/** Returns a memory of tenants that holds no key and no token. */
export function credentialTenants(): CredentialTenants {
  const seen = boundedCache<Tenant>(remembered)
  let ofNobody: Tenant | undefined
  return {
    by(authorization) {
      if (authorization === undefined) return { tenant: ofNobody ?? '', note: (tenant) => (ofNobody = tenant) }
      const digest = digestOf(authorization)
      const known = seen.get(digest)
      return {
        tenant: known ?? '',
        note: (tenant) => {
          if (tenant !== known) seen.set(digest, tenant)
        },
      }
    },
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')
