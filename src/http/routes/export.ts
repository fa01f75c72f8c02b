import type { FastifyInstance } from 'fastify'
import { idOfPart } from '../../runtime/idInPath.ts'
import { openExport, valuesIn } from '../../app/exports/exportConversation.ts'
import { omissionsText } from '../../formats/writing/omissions.ts'
import { exportHeaders } from '../../formats/writing/headers.ts'
import { inert } from '../responses/inert.ts'
import { steadyBody } from '../responses/steadyBody.ts'
import { signalOf } from '../timeouts.ts'
import { flag, parameter } from '../responses/errors.ts'
import { transferRoute } from '../admission/inFlight.ts'
import type { RouteParts } from '../parts.ts'

/**
 * Serves `GET /export/{conversationId}?format=&wholeTree=&part=&values=&session=`: the file, streamed. Its headers name the format and what
 * that cannot hold of the conversation.
 */
export function exportRoute(server: FastifyInstance, { metrics, log, limits, loadSorter }: RouteParts): void {
  server.get<{ Params: { conversationId: string } }>(
    '/export/:conversationId',
    transferRoute,
    async (request, reply) => {
      const end = metrics.startRequest()
      const controller = signalOf(reply)
      reply.raw.once('close', () => end('export'))
      const wholeTree = flag(request, 'wholeTree', false)
      const conversationId = idOfPart(request.params.conversationId)
      const [named, part] = [parameter(request, 'format'), parameter(request, 'part')]
      const openSorter = await loadSorter()
      const values = valuesIn(parameter(request, 'values'))
      const session = parameter(request, 'session')
      const parameters = { conversationId, format: named, wholeTree, part, values, session, openSorter }
      const { format, omissions, pieces } = await openExport(
        request.caller.scope('READ', controller.signal),
        parameters,
      )
      // A refusal comes before the first piece, while the status can still say so.
      const body = await steadyBody(reply, pieces, { controller, log, ms: limits.importStallMs })
      const message = omissionsText(omissions)
      if (message !== null) void reply.header(exportHeaders.omissions, message)
      void reply.header(exportHeaders.format, format.name)
      // A page is for another place.
      if (format.mediaType.startsWith('text/html')) void reply.header('content-disposition', 'attachment')
      void reply.headers(inert)
      return reply.type(format.mediaType).send(body)
    },
  )
}
