import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** Connects the v2 client of TypeScript. */
export async function open(where) {
  const client = new Client({ name: 'v2', version: '0' })
  await client.connect(
    'url' in where ? new StreamableHTTPClientTransport(new URL(where.url)) : new StdioClientTransport(where),
  )
  return client
}
