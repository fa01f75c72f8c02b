import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { idOfPart } from '../../runtime/idInPath.ts'
import { treeLines } from '../../app/trees/treeLines.ts'
import { inert } from '../responses/inert.ts'
import { signalOf } from '../timeouts.ts'
import { parameter } from '../responses/errors.ts'
import type { RouteParts } from '../parts.ts'

/** Serves `GET /tree/{conversationId}?after=`: the whole tree without its straight parts, as lines of columns. */
export function treeRoute(server: FastifyInstance, { metrics }: RouteParts): void {
  server.get<{ Params: { conversationId: string } }>('/tree/:conversationId', async (request, reply) => {
    const end = metrics.startRequest()
    const { signal } = signalOf(reply)
    reply.raw.once('close', () => end('tree'))
    const scope = request.caller.scope('READ', signal)
    const lines = await treeLines(scope, idOfPart(request.params.conversationId), parameter(request, 'after'))
    void reply.headers(inert)
    return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines, { objectMode: false }))
  })
}
