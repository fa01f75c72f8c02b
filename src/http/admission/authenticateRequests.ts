import type { FastifyReply, FastifyRequest } from 'fastify'
import { pointsOfRequest } from '../../graphql/operation.ts'
import { followedAfterMs } from '../../app/access/registered.ts'
import type { Caller, Identify } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** Called once the caller may no more: its answer is cut off, unless a route has a better end for it. */
    revoked: () => void
  }
  interface FastifyContextConfig {
    /** Says whether a request is answered without a caller. */
    readonly isPublic?: (request: FastifyRequest) => boolean
    /** What a request takes of its caller's minute before its body is read: 1, unless said; what an operation costs beyond that it takes once it was read. */
    readonly points?: number
    /** Returns what a request is known by where its `Authorization` header is another server's. */
    readonly credential?: (request: FastifyRequest) => string | undefined
  }
}

/** A route that needs no caller. */
export const publicRoute = { config: { isPublic: () => true } }
/** Returns the hook that gives a request its caller before its body is read, or refuses it. */
export function authenticateWith(identify: Identify) {
  return async (request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    if (!hasCaller(request)) return
    letIn(request, raw, await identify(authorizationOf(request), request.ip))
  }
}

/** Has a request be one of a caller's, as long as that may. */
export function letIn(request: FastifyRequest, raw: FastifyReply['raw'], caller: Caller): void {
  request.caller = caller
  request.enter(caller.tenant)
  endOnceRevoked(request, raw)
}

/** Whatever is under way for a caller ends with its right to it: a stream, a file that comes or goes, a request that is passed on. */
function endOnceRevoked(request: FastifyRequest, raw: FastifyReply['raw']): void {
  if (raw.destroyed) return
  request.revoked = () => raw.destroy()
  let stop: (() => void) | null = null
  const follow = () => (stop = request.caller.onRevoked(() => request.revoked()))
  const timer = setTimeout(follow, followedAfterMs).unref()
  raw.once('close', () => {
    clearTimeout(timer)
    stop?.()
  })
}

/** Returns what finds the caller of a request by its `Authorization` header. */
export function authorizationOf(request: FastifyRequest): string | undefined {
  const { credential } = request.routeOptions.config
  return credential ? credential(request) : request.headers.authorization
}

/** Says whether a request is one of a caller's: it leads to a route, and that is not public. */
export function hasCaller(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.config.isPublic?.(request) !== true
}

/** The hook that takes from a caller's minute what its request takes before its body is read. */
export async function spendPoints(request: FastifyRequest): Promise<void> {
  const { points = pointsOfRequest } = request.routeOptions.config
  if (hasCaller(request)) await request.caller.spend?.(points)
}
