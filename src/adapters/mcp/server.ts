import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { GraphClient } from '../../client/graphClient.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { instructions } from './instructions.ts'
import { registerPrompts } from './prompts.ts'
import { refusalOf } from './refusal.ts'
import { registerResources } from './resources.ts'
import { asJsonOnce, shownOnly } from './schemas.ts'
import type { Tool } from './tool.ts'
import type { ToolSet } from './tools/index.ts'
import { toolsOf } from './tools/index.ts'

/** What a host is offered. */
export interface McpOptions {
  readonly tools: ToolSet
  /** Whether what writes is left out. */
  readonly readOnly: boolean
  readonly version: string
  /** Told of a fault, which the host sees nothing of. */
  readonly onFault: (thrown: unknown) => void
}

/** What changes with every turn is not to be kept by hosts. */
const changing = { ttlMs: 0, cacheScope: 'private' } as const
const fixed = { ttlMs: 300_000, cacheScope: 'private' } as const

const unchanging = { listChanged: false }

/** What of a server is asked: tools alone, of them perhaps one. */
export interface Needed {
  readonly toolsOnly: boolean
  /** Null: all of them. */
  readonly tool: string | null
}
const everything: Needed = { toolsOnly: false, tool: null }

/**
 * Returns an MCP server over a graph: one for each connection, or for each request where there are none. That one has
 * what it needs alone, for making all of it takes longer than answering.
 */
export async function createMcpServer(
  client: GraphClient,
  options: McpOptions,
  { toolsOnly, tool: wanted }: Needed = everything,
): Promise<McpServer> {
  const server = new McpServer(
    { name: 'turngraph', title: 'turngraph', version: options.version },
    {
      instructions,
      capabilities: { tools: unchanging, resources: unchanging, prompts: unchanging },
      cacheHints: {
        ...{ 'tools/list': fixed, 'prompts/list': fixed, 'resources/templates/list': fixed, 'server/discover': fixed },
        ...{ 'resources/list': changing, 'resources/read': changing },
      },
    },
  )
  for (const tool of await toolsOf(options.tools, options.readOnly))
    if (wanted === null || wanted === tool.name) register(server, client, tool, options)
  if (toolsOnly) return server
  registerResources(server, client)
  registerPrompts(server, client, options)
  return server
}

function register(server: McpServer, client: GraphClient, tool: Tool, { onFault }: McpOptions): void {
  const { name, title, description, annotations, input, output } = tool
  const call = async (value: unknown, { mcpReq }: ServerContext): Promise<CallToolResult> => {
    try {
      const parsed = input.safeParse(value ?? {})
      if (!parsed.success) throw misunderstood(name, parsed.error)
      const { structured, text } = await tool.run(parsed.data as never, { client, signal: mcpReq.signal })
      return {
        content: [{ type: 'text', text: text ?? JSON.stringify(structured) }],
        structuredContent: structured,
      }
    } catch (thrown) {
      // A client that has gone gives up what it asked for: that is no fault.
      const isGivenUp = mcpReq.signal.aborted && thrown === mcpReq.signal.reason
      if (!isGivenUp && !(thrown instanceof TurngraphError)) onFault(thrown)
      return refusalOf(thrown)
    }
  }
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: shownOnly(input), outputSchema: asJsonOnce(output) },
    call,
  )
}

function misunderstood(name: string, error: z.ZodError): TurngraphError {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const text = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  const [first] = error.issues
  return new TurngraphError('BAD_INPUT', `${name} does not take these arguments: ${text}.`, { issues }, [
    ...(first?.path.map(String) ?? []),
    ...(first?.code === 'unrecognized_keys' ? first.keys : []),
  ])
}
