import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { hostOn } from '../adapters/mcp.ts'
import { describeOnce } from '../support/stores.ts'

/** Prints in every way that a module of somebody else may, when it is told to. */
const noise = `data:text/javascript,process.on('SIGUSR2', () => {
  for (const say of ['log', 'info', 'debug', 'dir', 'table', 'warn']) console[say](['stray'])
})`.replaceAll('\n', ' ')

const begins = {
  mcp: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
  acp: { protocolVersion: 1, clientCapabilities: {} },
}
const then = { mcp: ['tools/list', {}], acp: ['session/list', {}] } as const

describeOnce('what anything prints beside a protocol', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-stdout-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  for (const command of ['mcp', 'acp'] as const)
    it(`goes to stderr under turngraph ${command}`, { timeout: 300_000 }, async () => {
      const env = { ...process.env, DATA: join(data, command), LOG_LEVEL: 'trace', NODE_OPTIONS: `--import="${noise}"` }
      const child = spawn(process.execPath, [join(root, 'bin/turngraph.js'), command], { env })
      const errors = text(child.stderr)
      const ended = new Promise<void>((done) => child.once('close', () => done()))
      const host = hostOn(child.stdin, child.stdout, async () => {
        child.stdin.end()
        await ended
      })
      assert.ok((await host.ask('initialize', begins[command])).result)
      child.kill('SIGUSR2')
      const [method, params] = then[command]
      assert.ok((await host.ask(method, params)).result)
      await host.end()
      assert.ok(host.lines.every((line) => line.startsWith('{"')))
      assert.ok((await errors).split('stray').length > 6, await errors)
    })
})
