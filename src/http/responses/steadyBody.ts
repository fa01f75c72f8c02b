import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FaultLog } from '../../graphql/answer/errors.ts'
import { progressTimeout } from '../timeouts.ts'
import { begin } from './firstChunk.ts'

/** How a body is given: by whom it is ended, and how long it may make no progress. */
export interface SteadyBody {
  readonly controller: AbortController
  readonly log: FaultLog
  readonly ms: number
}

/**
 * Returns a file as the body of an answer, whatever its size: pieces are made as they are taken, and it ends where no progress is made for
 * so long. The first piece is there when this resolves, so that a status can still say what is wrong; it takes as long as it takes.
 */
export async function steadyBody(
  reply: FastifyReply,
  pieces: AsyncIterable<Uint8Array>,
  { controller, log, ms }: SteadyBody,
): Promise<Readable> {
  const steady = progressTimeout(await begin(pieces, log), {
    ms,
    onCancelled: (reason) => controller.abort(reason),
    onAbandoned: () => reply.raw.destroy(),
  })
  return Readable.from(steady, { objectMode: false })
}
