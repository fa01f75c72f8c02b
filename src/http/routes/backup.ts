import type { FastifyInstance } from 'fastify'
import { backup } from '../../app/backups/backup.ts'
import { badInput } from '../../domain/refusals.ts'
import { inert } from '../responses/inert.ts'
import { steadyBody } from '../responses/steadyBody.ts'
import { signalOf } from '../timeouts.ts'
import { parameter } from '../responses/errors.ts'
import { transferRoute } from '../admission/inFlight.ts'
import type { RouteParts } from '../parts.ts'

const ways = { inline: 'INLINE', none: null } as const

/**
 * Serves `GET /backup?attachments=inline|none`: all that is stored, as NDJSON, while others write. All rows are
 * there before the first byte is: how many of them a restore would refuse is said in a header, and the log names them.
 */
export function backupRoute(server: FastifyInstance, { metrics, log, limits, loadSorter }: RouteParts): void {
  server.get('/backup', transferRoute, async (request, reply) => {
    const end = metrics.startRequest()
    const controller = signalOf(reply)
    reply.raw.once('close', () => end('backup'))
    const attachments = wayOf(parameter(request, 'attachments') ?? 'inline')
    const onMissing = (id: string) => log.error({ attachmentId: id }, 'The bytes of an attachment are not there.')
    let unreadable = 0
    const onUnreadable = (kind: string, id: string, fault: string) => {
      unreadable++
      log.error({ kind, id, fault }, 'A restore would refuse this row of a backup.')
    }
    const openSorter = await loadSorter()
    const body = await steadyBody(
      reply,
      backup(request.caller.scope('READ', controller.signal), { openSorter, attachments, onMissing, onUnreadable }),
      { controller, log, ms: limits.importStallMs },
    )
    const name = `turngraph-${new Date().toISOString().slice(0, 10)}.ndjson`
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .headers(inert)
      .header('content-disposition', `attachment; filename="${name}"`)
      .headers(unreadable === 0 ? {} : { 'x-turngraph-unreadable': String(unreadable) })
      .send(body)
  })
}

function wayOf(text: string): 'INLINE' | null {
  const way = text.toLowerCase()
  if (Object.hasOwn(ways, way)) return ways[way as keyof typeof ways]
  const accepted = Object.keys(ways)
  throw badInput(`"attachments" is one of ${accepted.join(', ')}.`, { given: text, accepted }, ['attachments'])
}
