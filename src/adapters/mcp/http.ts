import { AsyncLocalStorage } from 'node:async_hooks'
import { createMcpHandler, isLegacyRequest, type McpServer } from '@modelcontextprotocol/server'
import type { GraphClient } from '../../client/graphClient.ts'
import { answerHandshaking } from './handshaking.ts'
import { createMcpServer, type McpOptions, type Needed } from './server.ts'

/** A request as HTTP carried it. */
export interface HttpRequest {
  readonly method: string
  /** Its whole address. */
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | null
  readonly signal: AbortSignal
  /** Told how many messages it has before any is worked on; where that rejects, none is. */
  readonly onMessages?: ((count: number) => Promise<void>) | undefined
}

/** Answers requests of MCP's streamable HTTP, each on the graph of its caller. */
export interface McpHandler {
  answer(request: HttpRequest, client: GraphClient): Promise<Response>
  close(): Promise<void>
}

/** Returns what answers MCP by HTTP; no session is kept between two requests. */
export function createHttpHandler(options: McpOptions): McpHandler {
  const asking = new AsyncLocalStorage<() => Promise<McpServer>>()
  const handler = createMcpHandler(
    () => {
      const open = asking.getStore()
      if (!open) throw new Error('The request has no caller.')
      return open()
    },
    { legacy: 'reject' },
  )
  return {
    async answer(parameters, client) {
      const { request, parsedBody } = webRequest(parameters)
      if (Array.isArray(parsedBody)) await parameters.onMessages?.(parsedBody.length)
      const open = () => createMcpServer(client, options, neededFor(parsedBody))
      if (await isLegacyRequest(request, parsedBody)) return answerHandshaking(request, parsedBody, open)
      return asking.run(open, () => handler.fetch(request, { parsedBody }))
    },
    close: () => handler.close(),
  }
}

function neededFor(message: unknown): Needed {
  const { method, params } = (message ?? {}) as {
    readonly method?: unknown
    readonly params?: { readonly name?: unknown }
  }
  const name = method === 'tools/call' ? params?.name : null
  return {
    toolsOnly: typeof name === 'string' || method === 'tools/list',
    tool: typeof name === 'string' ? name : null,
  }
}

/**
 * The library is given the message, never the bytes: it would copy a stream for each of its steps. Where there is none it
 * refuses an empty body as it refuses whatever is not JSON.
 */
function webRequest({ method, url, headers, body, signal }: HttpRequest): { request: Request; parsedBody: unknown } {
  const headerPairs = headers.map(([name, value]): [string, string] => [name, value])
  const parsedBody = body === null || method !== 'POST' ? undefined : parsed(body)
  return { request: new Request(url, { method, headers: headerPairs, signal }), parsedBody }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return undefined
  }
}
