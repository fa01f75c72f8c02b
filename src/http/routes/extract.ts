import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { openExtract } from '../../app/extracts/extract.ts'
import { exportHeaders } from '../../formats/writing/headers.ts'
import { begin } from '../responses/firstChunk.ts'
import { inert } from '../responses/inert.ts'
import { progressTimeout, signalOf } from '../timeouts.ts'
import { flag, parameter } from '../responses/errors.ts'
import { transferRoute } from '../admission/inFlight.ts'
import type { RouteParts } from '../parts.ts'

/**
 * Serves `GET /export?of=USAGE|TURNS|EVENTS&format=NDJSON|CSV|PARQUET&names=OWN|OTEL&from=&to=&includeExperiments=
 * &includeDeleted=`: a table of what is stored, made as fast as it is taken.
 */
export function extractRoute(server: FastifyInstance, { metrics, log, limits }: RouteParts): void {
  server.get('/export', transferRoute, async (request, reply) => {
    const end = metrics.startRequest()
    const controller = signalOf(reply)
    reply.raw.once('close', () => end('extract'))
    const text = (name: string) => parameter(request, name)
    const { of, format, pieces } = openExtract(request.caller.scope('READ', controller.signal), {
      ...{ of: text('of'), format: text('format'), names: text('names'), from: text('from'), to: text('to') },
      includeExperiments: flag(request, 'includeExperiments', false),
      includeDeleted: flag(request, 'includeDeleted', true),
    })
    const steady = progressTimeout(pieces, {
      ms: limits.importStallMs,
      onCancelled: (reason) => controller.abort(reason),
      onAbandoned: () => reply.raw.destroy(),
    })
    // What is wrong with the store comes out before the first piece, while the status can still say so.
    const begun = await begin(steady, log)
    const name = `turngraph-${of.toLowerCase()}.${format.extension}`
    return reply
      .type(format.mediaType)
      .headers(inert)
      .header(exportHeaders.format, format.name)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(begun, { objectMode: false }))
  })
}
