import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { importTranscript } from '../../app/imports/job/importTranscript.ts'
import { badInput } from '../../domain/refusals.ts'
import { flag, parameter } from '../responses/errors.ts'
import { begin } from '../responses/firstChunk.ts'
import { progressLines, type ProgressReport } from '../responses/progressLines.ts'
import { idleTimeout, signalOf, stallTimeout } from '../timeouts.ts'
import { untilRevoked } from '../../app/access/untilRevoked.ts'
import { transferRoute } from '../admission/inFlight.ts'
import type { RouteParts } from '../parts.ts'
import { idleMemory, shrinkHeap } from '../../runtime/idleMemory.ts'
import { beginningOf, heldBeginning } from '../../app/imports/sources/heldBeginning.ts'
import { refuseTooLong, withSpooled, type SpoolRoom } from '../../app/imports/sources/spooled.ts'

/**
 * Serves `POST /import?fileName=&conversationId=&format=&strict=&heldBy=&heldBytes=&heldSha256=`: the body is the file, or what
 * follows the beginning that is held; the answer the report as JSON; as lines of JSON, with how far it is before the report, where
 * those are accepted.
 */
export function importRoute(server: FastifyInstance, { metrics, limits, quotas, loadScratch, log }: RouteParts): void {
  const memory = idleMemory(() => void shrinkHeap())
  server.addHook('onClose', (_, done) => {
    memory.stop()
    done()
  })
  void server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    plugin.post('/import', { config: { ...transferRoute.config, points: 50 } }, async (request, reply) => {
      const end = metrics.startRequest()
      reply.raw.once('close', () => {
        end('import')
        memory.worked()
      })
      const options = {
        fileName: parameter(request, 'fileName'),
        conversationId: parameter(request, 'conversationId'),
        format: parameter(request, 'format'),
        origin: 'IMPORT' as const,
        strict: flag(request, 'strict', false),
      }
      const { signal: wanted } = signalOf(reply)
      if (!request.body) throw badInput('The body is empty: send the file as the body.')
      const room: SpoolRoom = {
        limit: limits.importBytes,
        take: (bytes) => quotas.spooledBytes.take(request.caller.tenant, bytes),
      }
      refuseTooLong(room, lengthOf(request.headers))
      const values = ['heldBy', 'heldBytes', 'heldSha256'].map((name) => parameter(request, name))
      const held = beginningOf(values[0] ?? null, values[1] ?? null, values[2] ?? null)
      const before = held && (await heldBeginning(request.caller.scope('WRITE', wanted), held))
      const openScratch = await loadScratch()
      const store = async (tell: (progress: ProgressReport) => void, revoked: AbortSignal): Promise<object> => {
        const { report, conversationIds } = await withSpooled(
          after(before, idleTimeout(request.body as Readable, limits.requestMs)),
          options.fileName,
          room,
          (source, bytes) =>
            stallTimeout(limits.importStallMs, ({ signal, onAdvance }) =>
              importTranscript(request.caller.scope('WRITE', AbortSignal.any([signal, revoked])), {
                ...options,
                source,
                bytes,
                wanted,
                openScratch,
                onAdvance,
                onProgress: (stored, nodes) => tell({ bytes: Math.min(stored, bytes), of: bytes, nodes }),
                spool: room,
              }),
            ),
        )
        return { ...report, conversationIds }
      }
      // A client that goes away leaves its import going on; one that may no more does not.
      const imported = (tell: (progress: ProgressReport) => void) =>
        untilRevoked(request.caller.onRevoked, (revoked) => store(tell, revoked))
      if (!wantsLines(request.headers)) return imported(() => undefined)
      const lines = await begin(progressLines(imported, log), log)
      return reply.type(lineType).send(Readable.from(lines, { objectMode: false }))
    })
  })
}

/** What is sent goes on from what is held. */
async function* after(before: AsyncIterable<Uint8Array> | null, sent: AsyncIterable<Uint8Array>) {
  if (before !== null) yield* before
  yield* sent
}

const lineType = 'application/x-ndjson; charset=utf-8'

const wantsLines = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  accept.split(',').some((one) => one.trim().toLowerCase().startsWith('application/x-ndjson'))

/** Returns the length that the caller says of the body; null where it is not said. */
function lengthOf({ 'content-length': text }: IncomingHttpHeaders): number | null {
  return text === undefined ? null : Number(text)
}
