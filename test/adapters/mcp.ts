import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { serveMcpStdio } from '../../src/adapters/mcp/stdio.ts'
import type { McpOptions } from '../../src/adapters/mcp/server.ts'
import type { GraphClient } from '../../src/client/client.ts'

/** An answer to a request. */
export interface Answer {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
}

/** A host that speaks the protocol line by line, with nothing between. */
export interface Host {
  /** What the server wrote, line by line. */
  readonly lines: readonly string[]
  ask(method: string, params?: object): Promise<Answer>
  /** Sends a line as it is, and answers the next one that comes. */
  line(text: string): Promise<Answer>
  call(name: string, given?: object): Promise<ToolAnswer>
  /** Calls a tool that must not refuse; answers its members. */
  done<T = Record<string, never>>(name: string, given?: object): Promise<T>
  end(): Promise<void>
}

export const quiet = { tools: 'core', readOnly: false, version: '0', onFault: () => undefined } as const

/** Starts a server in this process and shakes hands with it. */
export async function startHost(client: GraphClient, options: Partial<McpOptions> = {}): Promise<Host> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const served = serveMcpStdio(client, { stdin, stdout }, { ...quiet, ...options })
  const host = hostOn(stdin, stdout, async () => {
    stdin.end()
    await served
  })
  const clientInfo = { name: 'test', version: '0' }
  await host.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return host
}

/** Returns a host over streams. */
export function hostOn(to: NodeJS.WritableStream, from: NodeJS.ReadableStream, end: () => Promise<void>): Host {
  const lines: string[] = []
  const waiting = new Map<number | null, (answer: Answer) => void>()
  let [rest, last] = ['', 0]
  from.on('data', (piece: Buffer) => {
    const parts = (rest + piece.toString()).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      const { id = null, ...answer } = JSON.parse(line) as Answer & { readonly id?: number | null }
      waiting.get(id)?.(answer)
      waiting.delete(id)
    }
  })
  const answered = (id: number | null) => new Promise<Answer>((done) => waiting.set(id, done))
  const ask: Host['ask'] = (method, params = {}) => {
    const id = ++last
    // Before it is sent: what is refused at once is answered at once.
    const answer = answered(id)
    to.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answer
  }
  const call: Host['call'] = async (name, given = {}) => {
    const { result, error } = await ask('tools/call', { name, arguments: given })
    assert.equal(error, undefined)
    return result as unknown as ToolAnswer
  }
  return {
    lines,
    ask,
    line: (text) => {
      const answer = answered(null)
      to.write(`${text}\n`)
      return answer
    },
    call,
    async done<T>(name: string, given: object = {}) {
      const { isError, content, structuredContent } = await call(name, given)
      assert.notEqual(isError, true, content[0]?.text)
      return structuredContent as T
    },
    end,
  }
}
