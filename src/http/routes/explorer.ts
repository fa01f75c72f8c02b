import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../../domain/refusals.ts'
import type { RouteParts } from '../parts.ts'

// From src/graphql/routes as from dist/graphql/routes.
const folder = new URL('../../../dist/explorer/', import.meta.url)
const bundler = new URL('../../../scripts/explorer.ts', import.meta.url)

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

/** Names that hold a hash of what is in the file. */
const isHashed = /-[0-9A-Z]{8}\./

/** Serves what the explorer's page asks for: files beside it, nothing from the internet. */
export function explorerRoutes(server: FastifyInstance, { sandbox }: RouteParts): void {
  if (sandbox) return
  server.get<{ Params: { file: string } }>('/explorer/:file', async ({ params: { file } }, reply) => {
    await bundled()
    if (!readdirSync(folder).includes(file)) throw notFound('File', file)
    return send(reply, file)
  })
}

/** Answers with the explorer's page. */
export async function sendExplorer(reply: FastifyReply): Promise<FastifyReply> {
  await bundled()
  return send(reply, 'index.html')
}

function send(reply: FastifyReply, file: string): FastifyReply {
  return reply
    .type(types[extname(file)] ?? 'application/octet-stream')
    .header('cache-control', isHashed.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(createReadStream(new URL(file, folder)))
}

/** Makes the bundle when it is missing, as it may be while one works on the sources. */
async function bundled(): Promise<void> {
  if (existsSync(new URL('index.html', folder)) || !existsSync(bundler)) return
  const { bundleExplorer } = (await import(bundler.href)) as { bundleExplorer: (target: string) => Promise<void> }
  await bundleExplorer(fileURLToPath(folder))
}
