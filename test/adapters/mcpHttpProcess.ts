import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../scripts/neo4j/port.ts'
import { program } from '../support/program.ts'

/** A process of `turngraph mcp --http` that serves. */
export interface McpHttp {
  readonly port: number
  /** Ends it by a signal; it must end well, with nothing on its stdout. */
  readonly end: () => Promise<void>
}

/** Starts `turngraph mcp --http` on a free port, with these settings and options. */
export async function startMcpHttp(env: Readonly<Record<string, string>>, ...more: string[]): Promise<McpHttp> {
  const port = await freePort()
  const options = ['mcp', '--http', '--port', `${port}`, ...more]
  const child = spawn(process.execPath, [...program('src/cli/main.ts'), ...options], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  child.stdout.on('data', (piece: Buffer) => (written += piece.toString()))
  const [said] = (await once(child.stderr, 'data')) as [Buffer]
  assert.match(said.toString(), new RegExp(`MCP is served at http://127.0.0.1:${port}/mcp`))
  return {
    port,
    async end() {
      child.kill('SIGTERM')
      assert.deepEqual(await once(child, 'close'), [0, null])
      assert.equal(written, '')
    },
  }
}
