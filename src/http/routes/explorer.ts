import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../domain/refusals.ts'
import { packageFile } from '../../runtime/packageFiles.ts'
import { publicRoute } from '../admission/authenticateRequests.ts'
import type { RouteParts } from '../parts.ts'
import { answerNotFound } from '../responses/errors.ts'
import { sendPage } from './pages.ts'

const folder = packageFile('dist/explorer/')
const bundler = packageFile('scripts/explorer.ts')

/** The addresses that people see; the page itself finds out what to show there. */
const addresses = [
  ...['/', '/c/:id', '/c/:id/tree', '/compare/:places', '/m/:id'],
  ...['/search', '/stats', '/activity', '/new', '/settings', '/import', '/erasures', '/erasures/:id'],
]

/** Nothing from elsewhere, no script in a text, no page around it. Styles may stand in elements; GraphiQL's styles bring fonts. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the explorer at each of its addresses, and its files: nothing from the internet. */
export function explorerRoutes(server: FastifyInstance, { sandbox }: RouteParts): void {
  for (const address of addresses) {
    server.get(address, publicRoute, sendExplorer)
    if (address !== '/') server.get(`${address}/`, publicRoute, sendExplorer)
  }
  server.get<{ Params: { file: string } }>('/explorer/:file', publicRoute, (request, reply) =>
    sendFile(request, reply, folder),
  )
  if (sandbox) return
  server.get<{ Params: { file: string } }>('/explorer/graphiql/:file', publicRoute, (request, reply) =>
    sendFile(request, reply, new URL('graphiql/', folder)),
  )
}

/** Answers with GraphiQL's page. */
export async function sendGraphiql(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await bundled()
  return sendPage(request, guarded(reply), new URL('graphiql/index.html', folder))
}

/** The same page as a file, and whatever else is one, can be opened by itself: each answer says what it may do. */
function guarded(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
}

/** The page names its scripts from where it is shown: there is one of it for each depth of address. */
async function sendExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await bundled()
  return sendPage(request, guarded(reply), pageAt(request))
}

function pageAt({ raw }: FastifyRequest): URL {
  const depth = (raw.url ?? '/').split('?', 1)[0]?.split('/').length ?? 2
  return new URL(`index.${depth - 2}.html`, folder)
}

/** Answers a path that leads nowhere: a browser gets the page, which says so and leads on; a program gets JSON. */
export async function answerNowhere(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  if (isBrowser) await bundled()
  const page = pageAt(request)
  if (!isBrowser || !existsSync(page)) return answerNotFound(request, reply)
  return sendPage(request, guarded(reply.code(404)), page)
}

async function sendFile(
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  from: URL,
): Promise<FastifyReply> {
  await bundled()
  const { file } = request.params
  const entries = readdirSync(from, { withFileTypes: true })
  if (!entries.some((entry) => entry.isFile() && entry.name === file)) throw notFound('File', file)
  return sendPage(request, guarded(reply), new URL(file, from))
}

let bundling: Promise<void> | null = null

/** Makes the bundle when it is missing, as it may be while one works on the sources: once for all who ask. */
async function bundled(): Promise<void> {
  if (existsSync(new URL('graphiql/index.html', folder)) || !existsSync(bundler)) return
  bundling ??= bundle().finally(() => (bundling = null))
  await bundling
}

async function bundle(): Promise<void> {
  const { bundleExplorer } = (await import(bundler.href)) as { bundleExplorer: (target: string) => Promise<void> }
  await bundleExplorer(fileURLToPath(folder))
}
