import { AsyncLocalStorage } from 'node:async_hooks'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { GraphClient } from '../../client/graphClient.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/** Answers requests of MCP's streamable HTTP, each on the graph of whoever sent it. */
export interface McpHandler {
  answer(request: Request, client: GraphClient): Promise<Response>
  close(): Promise<void>
}

/** Returns what answers MCP by HTTP; no session is kept between two requests. */
export function createHttpHandler(options: McpOptions, mostBytes: number): McpHandler {
  const asking = new AsyncLocalStorage<GraphClient>()
  const handler = createMcpHandler(
    () => {
      const client = asking.getStore()
      if (!client) throw new Error('Nobody is known to have sent the request.')
      return createMcpServer(client, options)
    },
    { maxRequestBodySize: mostBytes },
  )
  return {
    answer: (request, client) => asking.run(client, () => handler.fetch(request)),
    close: () => handler.close(),
  }
}
