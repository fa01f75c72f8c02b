import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What passed a tap: a request and its answer, each as it came. */
export interface Passed {
  readonly asked: string
  readonly headers: readonly string[]
  readonly body: string
  readonly status: number | undefined
  readonly answered: readonly string[]
  readonly answer: string
}

/** A server that passes requests on to another one and remembers what it sees. */
export interface Tap {
  readonly url: string
  readonly passed: Passed[]
  close(): Promise<void>
}

const perConnection =
  /^(?:connection|keep-alive|transfer-encoding|date|x-turngraph-.*|content-security-policy|x-content-type-options)$/i

/** Returns headers as they came, those of one connection, of one origin and the time aside. */
export function shownHeaders(raw: readonly string[], without: readonly string[] = []): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, k) => [raw[2 * k] ?? '', raw[2 * k + 1] ?? ''] as const)
  return pairs
    .filter(([name]) => !perConnection.test(name) && !without.includes(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
}

/** Starts one before a server; what is cut off on its way is not remembered. */
export async function startTap(target: () => string): Promise<Tap> {
  const passed: Passed[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { hostname, port } = new URL(target())
      const { method = '', url: path = '', rawHeaders } = request
      const options = { hostname, port, path, method, headers: rawHeaders as unknown as Record<string, string> }
      const outgoing = ask({ ...options, agent: false })
      const body = collected(request)
      request.pipe(outgoing)
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
      response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders)
      const answer = collected(incoming)
      incoming.pipe(response)
      passed.push({
        asked: `${method} ${path}`,
        headers: shownHeaders(rawHeaders, ['host']),
        body: await body,
        status: incoming.statusCode,
        answered: shownHeaders(incoming.rawHeaders),
        answer: await answer,
      })
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function collected(stream: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  await once(stream, 'close')
  return Buffer.concat(pieces).toString('base64')
}

/** Returns all that passed, in an order that is the same for two taps of the same requests; a path that names a conversation is the proxy’s affair. */
export const sorted = ({ passed }: Tap): string[] =>
  passed.map(({ asked, ...one }) => JSON.stringify({ asked: asked.replace(/ \/c\/[^/]+/, ' '), ...one })).sort()
