import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../graphql/errors.ts'

/** A page of another site may send a file here without being asked: browsers then say where it came from. */
export function refuseOtherOrigins({ headers: { origin, host } }: FastifyRequest, scope: string): void {
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return
  throw new Forbidden(`A page of another site may not ${scope}.`)
}
