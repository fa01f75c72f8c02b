import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Identify } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Says whether a request is answered whoever sent it: it has no caller then. */
    readonly isPublic?: (request: FastifyRequest) => boolean
  }
}

/** A route that anybody is answered by. */
export const publicRoute = { config: { isPublic: () => true } }

/**
 * Gives every request its caller before its body is read, or refuses it; what leads nowhere is nobody's. CORS has answered
 * before: a browser's question whether it may ask carries no key.
 */
export function identifyCallers(server: FastifyInstance, identify: Identify): void {
  server.decorateRequest('caller')
  server.addHook('preParsing', async (request) => {
    if (request.is404 || request.routeOptions.config.isPublic?.(request)) return
    request.caller = await identify(request.headers.authorization, request.ip)
    // What an operation costs is known once it was read.
    if (!request.url.startsWith('/graphql')) await request.caller.spend(pointsOf(request))
  })
}

const pointsOfImport = 50

function pointsOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.url === '/import' ? pointsOfImport : 1
}
