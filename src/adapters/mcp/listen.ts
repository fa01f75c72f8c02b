import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { GraphClient } from '../../client/graphClient.ts'
import { createHttpHandler } from './http.ts'
import type { McpOptions } from './server.ts'

const mostBytes = 8 * 1024 * 1024

/** Serves MCP by HTTP to programs of this machine until a signal comes. */
export async function listenMcp(
  client: GraphClient,
  port: number,
  options: McpOptions,
  tell: (text: string) => void,
): Promise<void> {
  const handler = createHttpHandler(options, mostBytes)
  const server = createServer((request, response) => {
    answer(request, response).catch((thrown: unknown) => {
      options.onFault(thrown)
      response.destroy()
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const given = webRequest(request, signalOf(response))
    await sendTo(response, refused(given) ?? (await handler.answer(given, client)))
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  tell(`MCP is served at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await handler.close()
  server.close()
  server.closeAllConnections()
}

/** A page of any site may have its name lead here: only this machine's own names are answered to. */
function refused(request: Request): Response | undefined {
  if (new URL(request.url).pathname !== '/mcp') return new Response('MCP is at /mcp.\n', { status: 404 })
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  )
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headersDistinct } = request
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  const body = method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {}
  const base = `http://127.0.0.1`
  return new Request(new URL(url, base), { method, headers, signal, ...body } as RequestInit)
}

async function sendTo(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers))
  if (body === null) response.end()
  else await pipeline(Readable.fromWeb(body), response).catch(() => undefined)
}
