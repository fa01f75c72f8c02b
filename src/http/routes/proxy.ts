import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProxyConfig } from '../../config/proxy.ts'
import { shownOf } from '../../graphql/answer/errors.ts'
import { own } from '../../runtime/own.ts'
import { inert, isForBrowser } from '../responses/inert.ts'
import { HttpRefusal } from '../responses/refusal.ts'
import type { ServerParts } from '../parts.ts'

/** How long the end of a server waits for what is still to be recorded, in milliseconds. */
const graceMs = 10_000
const prefixes = ['', '/k/:key', '/c/:conversation', '/k/:key/c/:conversation', '/c/:conversation/k/:key']
/** What Claude Code asks first is no path of the API's version. */
const paths = ['/v1/*', '/api/hello']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Serves `/v1/…` by passing requests on to the upstreams, and records the talk in them beside. */
export async function proxyRoute(server: FastifyInstance, parts: ServerParts, config: ProxyConfig): Promise<void> {
  const { metrics, log, quotas, limits } = parts
  const { createProxy } = await import('../../adapters/proxy/route.ts')
  const proxy = createProxy({
    ...config,
    log,
    room: { ...limits.bounds.recordedBytes, silentMs: limits.requestMs },
    onRecorded: (api) => metrics.countRecorded(api),
    onUnrecorded: (code) => metrics.countUnrecorded(code),
    codeOf: (error) => shownOf(error, log).code,
  })
  metrics.followProxy(() => proxy.waiting.taken())
  server.addHook('onClose', () => proxy.close(graceMs))
  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, raw } = request
    if (isForBrowser(request.headers))
      throw new HttpRefusal(
        403,
        'FORBIDDEN',
        'What a model answers is no page of this server: a browser does not open it here.',
        {},
      )
    // A caller that may not store is refused before anything is passed on.
    caller.scope('WRITE')
    request.land()
    const leave = quotas.sockets.take(caller.tenant)
    reply.raw.once('close', leave)
    const refused = proxy.pass({
      request: raw,
      response: reply.raw,
      path: pathOf(request),
      pathConversation: parameterOf(request, 'conversation') ?? null,
      tenant: caller.tenant,
      scope: (signal) => caller.scope('WRITE', signal),
      onRevoked: caller.onRevoked,
      headers: [...(request.headers.origin === undefined ? [] : headersOf(reply)), ...Object.entries(inert)],
    })
    if (refused) {
      const { refusal, variable } = refused
      throw new HttpRefusal(variable === null ? 400 : 404, 'BAD_REQUEST', refusal, { variable })
    }
    reply.hijack()
  }
  void server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const url of prefixes.flatMap((prefix) => paths.map((path) => `${prefix}${path}`)))
      plugin.route({ method: methods, url, config: { credential: credentialOf }, handler: pass })
  })
}

/** `Authorization` is for the upstream: who asks here says so in a header of ours, or in the path. */
function credentialOf(request: FastifyRequest): string | undefined {
  const input = request.headers['x-turngraph-key'] ?? parameterOf(request, 'key')
  return input === undefined ? undefined : `Bearer ${String(input)}`
}

function parameterOf({ params }: FastifyRequest, name: string): string | undefined {
  return own(params as Readonly<Record<string, string>>, name)
}

/**
 * Returns the path behind what names a key or a conversation, by the route that has matched. A path that is not spelled as the route is
 * refused: whoever reads it as it was sent, as a log or an upstream does, would take a key for something else.
 */
function pathOf({ raw, routeOptions }: FastifyRequest): string {
  const [sent, route] = [(raw.url ?? '').split('/'), (routeOptions.url ?? '').split('/')]
  const first = route.findIndex((part) => versions.has(part))
  const isPlain = route.every((part, k) => part === '*' || isAsSpelled(part, sent[k] ?? ''))
  if (!isPlain)
    throw new HttpRefusal(
      400,
      'BAD_REQUEST',
      'The path must be spelled plainly up to /v1/: it has encoded letters.',
      {},
    )
  return `/${sent.slice(first).join('/')}`
}

const versions: ReadonlySet<string> = new Set(['v1', 'api'])

/** A conversation may have any name, of which some letters must be encoded; a key has none of these. */
function isAsSpelled(part: string, sent: string): boolean {
  if (part === ':conversation') return true
  return part === ':key' ? !sent.includes('%') : sent.split(/[?#]/, 1)[0] === part
}

function headersOf(reply: FastifyReply): (readonly [string, string])[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
}
