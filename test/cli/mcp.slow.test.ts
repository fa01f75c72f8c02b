import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { startMcpHttp } from '../adapters/mcpHttpProcess.ts'
import { startApi } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { turngraph } from './support.ts'

describeOnce('turngraph mcp --http', () => {
  const DATA = mkdtempSync(join(tmpdir(), 'turngraph-mcp-'))
  after(() => rmSync(DATA, { recursive: true, force: true }))

  it('serves programs of this machine on a server that wants a key, until it is ended', async () => {
    const api = await startApi({ AUTH: 'keys', DATA })
    await turngraph({ DATA }, 'tenants', 'create', 'acme')
    const asked = ['keys', 'create', '--tenant', 'acme', '--scope', 'write', '--json']
    const { key } = JSON.parse((await turngraph({ DATA }, ...asked)).stdout) as { key: string }
    const { port, end } = await startMcpHttp({ TURNGRAPH_KEY: key }, '--url', api.url)

    const stored = { conversation_id: 'c', turn_id: '1', role: 'user', text: 'Hello.' }
    const { result } = await call(port, 'tools/call', { name: 'store_turn', arguments: stored })
    assert.equal((result?.['structuredContent'] as { message_id: string }).message_id, 'c:1')
    const { data } = await api.send('{ conversation(id: "c") { title } }', {}, { authorization: `Bearer ${key}` })
    assert.deepEqual(data, { conversation: { title: 'Hello.' } })
    assert.equal(await statusFor(port, '/mcp', 'evil.example'), 403)
    assert.equal(await statusFor(port, '/graphql', `127.0.0.1:${port}`), 404)

    await end()
    await api.close()
  })
})

async function call(port: number, method: string, params: object) {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const text = await (await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body })).text()
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) as { result?: Record<string, unknown> }
}

/** The status of a request that a page of another site, or somebody astray, would make. */
function statusFor(port: number, path: string, host: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers: { host } }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
    sent.on('error', failed).end('{}')
  })
}
