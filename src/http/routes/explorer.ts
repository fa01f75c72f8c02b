import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../domain/refusals.ts'
import type { RouteParts } from '../parts.ts'
import { sendPage } from './pages.ts'

// From src/graphql/routes as from dist/graphql/routes.
const folder = new URL('../../../dist/explorer/', import.meta.url)
const bundler = new URL('../../../scripts/explorer.ts', import.meta.url)

/** Serves what the explorer's page asks for: files beside it, nothing from the internet. */
export function explorerRoutes(server: FastifyInstance, { sandbox }: RouteParts): void {
  if (sandbox) return
  server.get<{ Params: { file: string } }>('/explorer/:file', async (request, reply) => {
    await bundled()
    const { file } = request.params
    if (!readdirSync(folder).includes(file)) throw notFound('File', file)
    return sendPage(request, reply, new URL(file, folder))
  })
}

/** Answers with the explorer's page. */
export async function sendExplorer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await bundled()
  return sendPage(request, reply, new URL('index.html', folder))
}

/** Makes the bundle when it is missing, as it may be while one works on the sources. */
async function bundled(): Promise<void> {
  if (existsSync(new URL('index.html', folder)) || !existsSync(bundler)) return
  const { bundleExplorer } = (await import(bundler.href)) as { bundleExplorer: (target: string) => Promise<void> }
  await bundleExplorer(fileURLToPath(folder))
}
