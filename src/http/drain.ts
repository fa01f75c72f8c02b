import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { answerClosing } from './httpErrors.ts'

/**
 * Lets requests in flight finish when the server closes, for so long at most, and refuses others; then all connections
 * are closed. Node by itself would wait a minute for a connection that a browser opened and never used.
 */
export function drainOnClose(server: FastifyInstance, graceMs: number): void {
  const inFlight = new Set<ServerResponse>()
  server.server.on('request', (_, response) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
  })
  let closing = false
  server.addHook('onRequest', (request, reply, done) => {
    if (closing) answerClosing(request, reply)
    else done()
  })
  server.addHook('preClose', async () => {
    closing = true
    const patience = new AbortController()
    const answered = Promise.all([...inFlight].map((response) => once(response, 'close')))
    await Promise.race([answered, sleep(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)])
    patience.abort()
    server.server.closeAllConnections()
  })
}
