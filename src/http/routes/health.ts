import type { FastifyInstance } from 'fastify'
import { shownOf } from '../../graphql/errors.ts'
import type { RouteParts } from '../parts.ts'

/** Serves what keeps the server running asks: is it alive, can it work, how does it do. */
export function healthRoutes(server: FastifyInstance, { store, metrics, log }: RouteParts): void {
  server.get('/health/live', async () => ({ status: 'live' }))
  server.get('/health/ready', async (_, reply) => {
    try {
      await store.ready()
      return { status: 'ready', store: store.name }
    } catch (thrown) {
      const { message: reason } = shownOf(thrown, log)
      return reply.code(503).send({ status: 'not ready', store: store.name, reason })
    }
  })
  server.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
