import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Connects the v1 client of TypeScript. */
export async function open(where) {
  const client = new Client({ name: 'v1', version: '0' })
  await client.connect(
    'url' in where ? new StreamableHTTPClientTransport(new URL(where.url)) : new StdioClientTransport(where),
  )
  return client
}
