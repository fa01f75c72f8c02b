import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { GraphClient } from '../../client/graphClient.ts'
import { LineTransport } from './lines.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/** Where a host speaks and listens. */
export interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/** Serves one host until it closes stdin or stops reading; what it still waits for is given up. */
export async function serveMcpStdio(
  client: GraphClient,
  { stdin, stdout }: Streams,
  options: McpOptions,
): Promise<void> {
  const transport = new LineTransport(stdin, stdout)
  const ended = new Promise<void>((done) => transport.whenEnded(done))
  serveStdio(() => createMcpServer(client, options), { transport, onerror: options.onFault })
  await ended
}
