import type { FastifyInstance } from 'fastify'
import { publicKeys } from '../../app/erasures/receipt.ts'
import { publicRoute } from '../admission/authenticateRequests.ts'
import type { ServerParts } from '../parts.ts'

/** Serves the public keys by which receipts of erasures are verified, as a JWK Set: to everybody, for receipts are shown to others. */
export function receiptKeyRoutes(server: FastifyInstance, { store }: ServerParts): void {
  server.get('/.well-known/turngraph-keys.json', publicRoute, async (_, reply) =>
    reply
      .type('application/jwk-set+json')
      .header('cache-control', 'public, max-age=300')
      .send(JSON.stringify(publicKeys(await store.registry.receiptKeys()))),
  )
}
