import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'

describeOnce('/mcp', () => {
  let api: Api
  before(async () => void (api = await startApi()))
  after(() => api.close())

  const accept = 'application/json, text/event-stream'
  const headers = { accept, 'content-type': 'application/json' }
  const send = async (body: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body })
    return { status: response.status, text: await response.text() }
  }
  const ask = async (method: string, params: object = {}) => {
    const { text } = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) as { result?: Record<string, unknown>; error?: unknown }
  }

  it('answers without a session, and stores where /graphql reads', async () => {
    const clientInfo = { name: 'test', version: '0' }
    const { result } = await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    assert.equal((result?.['serverInfo'] as { name: string }).name, 'turngraph')
    const turn = { conversation_id: 'h', turn_id: '1', role: 'user', text: 'Hello.' }
    const stored = await ask('tools/call', { name: 'store_turn', arguments: turn })
    assert.equal((stored.result?.['structuredContent'] as { message_id: string }).message_id, 'h:1')
    assert.equal((await api.ask('{ conversation(id: "h") { title } }')).conversation.title, 'Hello.')
  })

  it('refuses hosts, origins and bodies that it must not answer', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    assert.equal((await send(body, { origin: 'https://evil.example' })).status, 403)
    assert.equal(await statusAs('evil.example', body), 421)
    assert.equal((await send(body, { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await send('nonsense')).status, 400)
    assert.match((await send('nonsense')).text, /-32700/)
    assert.equal((await fetch(`${api.url}/mcp`, { headers: { accept } })).status, 405)
    assert.equal((await send(body)).status, 200)
  })

  /** The status of a request that names another host: fetch does not send one. */
  const statusAs = (host: string, body: string) =>
    new Promise<number | undefined>((done, failed) => {
      const asked = request(`${api.url}/mcp`, { method: 'POST', headers: { ...headers, host } }, (response) => {
        void text(response).then(() => done(response.statusCode), failed)
      })
      asked.once('error', failed).end(body)
    })
})
