import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { createHttpHandler } from '../../src/adapters/mcp/http.ts'
import type { GraphClient, QueryOptions } from '../../src/client/graphClient.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { fakeOf } from '../support/fakes.ts'

describeOnce('MCP over HTTP', () => {
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

  it('answers each message on its own, at once, whatever it asks and however many come together', async () => {
    const message = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
    const call = (id: number, name: string, given: object) => message(id, 'tools/call', { name, arguments: given })
    const turn = { conversation_id: 'b', turn_id: '1', role: 'user', text: 'Both.' }
    const { status, text } = await send(
      JSON.stringify([call(1, 'store_turn', turn), message(2, 'prompts/list'), message(3, 'resources/templates/list')]),
    )
    assert.equal(status, 200)
    const answers = JSON.parse(text) as { id: number; result: Record<string, unknown> }[]
    const [stored, prompts, templates] = answers.sort((a, b) => a.id - b.id)
    assert.equal((stored?.result['structuredContent'] as { message_id: string }).message_id, 'b:1')
    assert.equal((prompts?.result['prompts'] as object[]).length, 3)
    assert.equal((templates?.result['resourceTemplates'] as object[]).length, 3)
    assert.equal(((await ask('tools/list')).result?.['tools'] as object[]).length, 11)
    const none = await ask('tools/call', { name: 'no_such_tool', arguments: {} })
    assert.equal((none.error as { code: number }).code, -32602)
    const told = await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    assert.deepEqual([told.status, told.text], [202, ''])
  })

  it('lives on when a client goes away before its answer', async () => {
    const body = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'list_conversations', arguments: {} },
    })
    const asked = request(`${api.url}/mcp`, { method: 'POST', headers }).on('error', () => undefined)
    asked.end(body, () => asked.destroy())
    await new Promise((closed) => asked.once('close', closed))
    assert.equal((await send(body)).status, 200)
    assert.deepEqual(
      api.logged.filter((line) => /"level":(50|60)/.test(line)),
      [],
    )
  })

  it('tells of no fault where who asked has gone while a tool worked', async () => {
    const faults: unknown[] = []
    const options = { tools: 'core', readOnly: false, version: '0' } as const
    const handler = createHttpHandler({ ...options, onFault: (thrown) => faults.push(thrown) })
    const leaving = new AbortController()
    const params = { name: 'list_conversations', arguments: {} }
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
    const asked = { method: 'POST', url: `${api.url}/mcp`, headers: Object.entries(headers), body }
    let begin = (): void => undefined
    const begun = new Promise<void>((done) => (begin = done))
    let end = (): void => undefined
    const ended = new Promise<void>((done) => (end = done))
    const query = (_: unknown, __: unknown, { signal }: QueryOptions = {}) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(signal.reason as Error)
          setImmediate(end)
        })
        begin()
      })
    const client = fakeOf<GraphClient>('graph client', { query, close: () => Promise.resolve() })
    const answered = handler.answer({ ...asked, signal: leaving.signal }, client)
    await begun
    leaving.abort()
    await Promise.all([answered, ended])
    assert.deepEqual(faults, [])
    await handler.close()
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
