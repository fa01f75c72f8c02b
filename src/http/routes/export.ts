import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportConversation } from '../../app/exports/exportConversation.ts'
import { badInput } from '../../domain/refusals.ts'
import { signalOf } from '../deadline.ts'
import { shownOf, type FaultLog } from '../../graphql/errors.ts'
import { parameter } from '../httpErrors.ts'
import type { ExportFormat } from '../../graphql/generated.ts'
import type { ServerParts } from '../parts.ts'

const mediaTypes: Readonly<Record<ExportFormat, string>> = { CLAUDE_CODE: 'application/x-ndjson; charset=utf-8' }

/** Serves `GET /export/{conversationId}?format=&wholeTree=`: the file, streamed. */
export function exportRoute(server: FastifyInstance, { scope, metrics, log }: ServerParts): void {
  server.get<{ Params: { conversationId: string } }>('/export/:conversationId', async (request, reply) => {
    const end = metrics.startRequest()
    const { signal } = signalOf(reply)
    reply.raw.once('close', () => end('export'))
    const format = formatOf(parameter(request, 'format'))
    const wholeTree = flagOf('wholeTree', parameter(request, 'wholeTree'))
    const { conversationId } = request.params
    const pieces = exportConversation(scope(signal), { conversationId, format, wholeTree })
    // A refusal comes before the first piece, while the status can still tell of it.
    const begun = await begin(pieces, log)
    return reply.type(mediaTypes[format]).send(Readable.from(begun, { objectMode: false }))
  })
}

function formatOf(given: string | null): ExportFormat {
  if (given !== null && Object.hasOwn(mediaTypes, given)) return given as ExportFormat
  const accepted = Object.keys(mediaTypes)
  throw badInput(`"format" must be one of ${accepted.join(', ')}.`, { format: given, accepted }, ['format'])
}

function flagOf(name: string, given: string | null): boolean {
  if (given === null || given === 'false') return false
  if (given === 'true') return true
  throw badInput(`"${name}" must be true or false.`, { [name]: given }, [name])
}

/** Returns the pieces once the first of them is there. */
async function begin(pieces: AsyncIterable<Uint8Array>, log: FaultLog): Promise<AsyncIterable<Uint8Array>> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } catch (thrown) {
      // The status has gone: all that is left is to break off, and to say so here.
      shownOf(thrown, log)
      throw thrown
    } finally {
      await rest.return?.()
    }
  })()
}
