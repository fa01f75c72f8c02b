import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { authenticateWith, spendPoints } from './admission/authenticateRequests.ts'
import { callersOf, type Callers } from './admission/caller.ts'
import { admitWithin } from './admission/inFlight.ts'
import { admissionOf, corsOf, type Admission } from './admission/sites.ts'
import type { ServerParts } from './parts.ts'

/** What a WebSocket, which passes no hook, is checked by: the same rules. */
export interface Pipeline extends Callers {
  readonly admission: Admission
}

/**
 * What every request passes before its route, in this order; each step is registered here and nowhere else. The first step that
 * refuses a request answers it. A request for no route ends after `load`; a public route's request has no caller.
 *
 * Before `sites` stands `drainOnClose`, which answers 503 once the server ends; after the route, `answerError` gives any refusal its form.
 */
export function requestPipeline(server: FastifyInstance, parts: ServerParts): Pipeline {
  const { sites, quotas, metrics, log } = parts
  const admission = admissionOf(sites, log)
  const callers = callersOf(parts)

  // 1. sites: the host that is named and the page that asks; then CORS, for a browser's question carries no key.
  server.addHook('onRequest', async ({ raw }) => {
    const refusal = admission(raw)
    if (refusal) throw refusal
  })
  if (sites.allowedOrigins.length > 0) void server.register(cors, corsOf(sites.allowedOrigins))

  // 2. load: a place among those under way, or 503.
  server.decorateRequest('enter')
  server.decorateRequest('land')
  server.addHook('onRequest', admitWithin(quotas, metrics))

  // 3. authenticate: who sent it, before its body is read; its tenant's share of the places; the end of all that it does not hold for any more.
  server.decorateRequest('caller')
  server.decorateRequest('revoked')
  server.addHook('preParsing', authenticateWith(callers.identify))

  // 4. rate: what it takes of its caller's minute.
  server.addHook('preParsing', spendPoints)

  return { admission, ...callers }
}
