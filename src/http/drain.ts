import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { answerClosing } from './responses/errors.ts'

/** What is asked of a server that ends. */
export interface Drain {
  /** Whether the server takes nothing more. */
  readonly isClosing: () => boolean
  /** Has the end of the server wait for a work that is no HTTP request, as it waits for those. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
}

/**
 * Lets requests in flight finish when the server closes, for so long at most, and refuses others; then all connections
 * are closed. Node by itself would wait a minute for a connection that a browser opened and never used.
 */
export function drainOnClose(server: FastifyInstance, graceMs: number): Drain {
  const inFlight = new Set<ServerResponse>()
  const works = new Set<Promise<unknown>>()
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
    const grace = new AbortController()
    const responses = [...inFlight].map((response) => once(response, 'close'))
    const answered = Promise.allSettled([...responses, ...works])
    await Promise.race([answered, sleep(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)])
    grace.abort()
    // Until it stops listening, a client may open one more and never use it.
    server.server.on('connection', (socket) => socket.destroy())
    server.server.closeAllConnections()
  })
  return {
    isClosing: () => closing,
    async track(work) {
      works.add(work)
      try {
        return await work
      } finally {
        works.delete(work)
      }
    },
  }
}
