import type { FastifyInstance } from 'fastify'
import type { Caller, Identify } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Says whether a request is answered whoever sent it: it has no caller then. */
    readonly isPublic?: (request: FastifyRequest) => boolean
    /** What a request takes of its caller's minute before its body is read: 1, unless said. */
    readonly points?: number
  }
}

/** A route that anybody is answered by. */
export const publicRoute = { config: { isPublic: () => true } }
/** What an operation costs is known once it was read. */
export const pointsOfOperations = { points: 0 }

/**
 * Gives every request its caller before its body is read, or refuses it; what leads nowhere is nobody's. CORS has answered
 * before: a browser's question whether it may ask carries no key.
 */
export function authenticateRequests(server: FastifyInstance, identify: Identify): void {
  server.decorateRequest('caller')
  server.addHook('preParsing', async (request) => {
    if (request.is404 || request.routeOptions.config.isPublic?.(request)) return
    request.caller = await identify(request.headers.authorization, request.ip)
    request.enter(request.caller.tenant)
    const { points = 1 } = request.routeOptions.config
    if (points > 0) await request.caller.spend(points)
  })
}
