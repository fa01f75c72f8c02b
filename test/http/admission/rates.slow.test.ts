import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, it } from 'node:test'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { createKey } from '../../../src/app/access/keys.ts'
import { createTenant } from '../../../src/app/access/tenants.ts'
import type { AccessScope } from '../../../src/domain/access/principal.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'

const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const list = '{ conversations { nodes { id } } }'
const create = 'mutation { createConversation(input: {}) { conversation { id } userErrors { code } } }'

describeOnce('points of a minute', () => {
  let api: Api
  before(async () => {
    api = await startApi({ AUTH: 'keys', RATE_LIMIT: '60' })
    await createTenant(api.app.store.registry, api.app.fresh, 'acme', true)
  })
  after(() => api.close())
  const bearer = async (scopes: readonly AccessScope[] = ['READ', 'WRITE']) => {
    const asked = { tenant: 'acme' as Tenant, scopes, label: null, milliseconds: null }
    const { text } = await createKey(api.app.store.registry, api.app.fresh, asked)
    return { authorization: `Bearer ${text}` }
  }
  const post = (headers: Record<string, string>, query: string) =>
    fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })

  it('are each key its own: what is too much is refused whole, with when to come again', async () => {
    const [one, other] = [await bearer(), await bearer()]
    for (let k = 0; k < 12; k++) assert.equal((await post(one, create)).status, 200)
    const before = await api.app.store.rowCounts()
    const refused = await post(one, create)
    assert.equal(refused.status, 429)
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    const { errors } = (await refused.json()) as { errors: { extensions: object }[] }
    const [{ extensions } = { extensions: {} }] = errors
    const { code, details } = extensions as { code: string; details: { retryAfterMs: number } }
    assert.equal(code, 'RATE_LIMITED')
    assert.ok(details.retryAfterMs > 0 && details.retryAfterMs <= 60_000)
    assert.deepEqual(await api.app.store.rowCounts(), before)
    assert.equal((await post(other, list)).status, 200)
  })

  it('are taken by routes and by operations over WebSocket as well', async () => {
    const headers = await bearer()
    const client = createClient({
      url: `${api.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: headers,
    })
    const ask = async (query: string) => (await client.iterate({ query }).next()).value as { data?: object }
    for (let k = 0; k < 12; k++) assert.ok((await ask(create)).data)
    await assert.rejects(ask(list), (errors: unknown) => JSON.stringify(errors).includes('RATE_LIMITED'))
    await client.dispose()
    const route = await fetch(`${api.url}/export/c`, { headers })
    const { error } = (await route.json()) as { error: { code: string; details: { retryAfterMs: number } } }
    assert.deepEqual([route.status, error.code], [429, 'RATE_LIMITED'])
    assert.ok(error.details.retryAfterMs > 0)
    assert.ok(route.headers.get('retry-after'))
  })

  it('are taken by what is refused, a mutation that a key may not do as well: as many as a look-up takes', async () => {
    const scopes = [['READ'], ['READ'], ['READ']] as const
    const keys = await Promise.all(scopes.map((given) => bearer(given)))
    const refusals = [
      'mutation { createConversation(input: {}) { conversation { id } } }',
      '{ nothing }',
      '{ not a query',
    ]
    for (const [k, query] of refusals.entries()) {
      const headers = keys[k] as Record<string, string>
      const codes = []
      for (let n = 0; n < 62; n++) {
        const { errors } = (await (await post(headers, query)).json()) as { errors: { extensions: { code: string } }[] }
        codes.push(errors[0]?.extensions.code === 'RATE_LIMITED')
      }
      assert.deepEqual(codes, [...Array<boolean>(60).fill(false), true, true], query)
    }
  })

  it('are taken for each mutation that a fragment holds, once for each name in the answer', async () => {
    const headers = await bearer()
    const many = Array.from({ length: 12 }, (_, n) => `m${n}: createConversation(input: {}) { userErrors { code } }`)
    const query = `mutation { ...All ...All } fragment All on Mutation { ${many.join(' ')} ... on Mutation { m0: createConversation(input: {}) { userErrors { code } } } }`
    assert.equal((await post(headers, query)).status, 200)
    assert.equal((await post(headers, list)).status, 429)
  })

  it('are taken for each message of a batch of MCP, and for each operation beyond the first of one', async () => {
    const sent = async (headers: object, count: number) => {
      const call = (id: number) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'list_conversations', arguments: {} },
      })
      const body = JSON.stringify(Array.from({ length: count }, (_, id) => call(id)))
      const answer = await fetch(`${api.url}/mcp`, { method: 'POST', body, headers: { ...headers, ...mcpHeaders } })
      return { status: answer.status, text: await answer.text() }
    }
    const [one, other] = [await bearer(), await bearer()]
    assert.equal((await sent(one, 61)).status, 429)
    const { status, text } = await sent(other, 30)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /RATE_LIMITED/)
    for (let k = 0; k < 30; k++) assert.equal((await post(other, list)).status, 200)
    assert.equal((await post(other, list)).status, 429)
  })

  it('are more for what is more work: 50 for an import, 1 for another route', async () => {
    const headers = await bearer()
    const sent = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(api.url + path, { ...init, headers })
      await response.arrayBuffer()
      return response.status
    }
    const upload = () => sent('/import', { method: 'POST', body: '{"role":"user","content":"x"}\n' })
    assert.equal(await upload(), 200)
    for (let k = 0; k < 10; k++) assert.equal(await sent('/export/nowhere'), 404)
    assert.equal(await sent('/export/nowhere'), 429)
    assert.equal(await upload(), 429)
  })

  it('are not needed to be refused: who is unknown may try 20 times, and who is known comes in', async () => {
    const statuses = []
    for (let k = 0; k < 22; k++) statuses.push((await post({ authorization: 'Bearer x' }, list)).status)
    assert.deepEqual(statuses, [...Array<number>(20).fill(401), 429, 429])
    assert.equal((await post(await bearer(), list)).status, 200)
  })
})

describeOnce('requests under way', () => {
  it('are so many; one more is answered at once, until another has its answer', async () => {
    const api = await startApi({ MAX_REQUESTS: '2' })
    try {
      const uploads = [1, 2].map(() => {
        const upload = request(`${api.url}/import`, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
        upload.write('{"role":"user","content":"x"}\n')
        return { upload, answered: once(upload, 'response') }
      })
      const statusOf = async () => (await fetch(`${api.url}/graphql?query={__typename}`)).status
      for (let tries = 0; (await statusOf()) !== 503; tries++) assert.ok(tries < 500, 'Nothing was refused.')
      const refused = await fetch(`${api.url}/graphql`, { method: 'POST', body: '{}' })
      assert.equal(refused.headers.get('retry-after'), '1')
      const { errors } = (await refused.json()) as { errors: { extensions: { code: string; details: object } }[] }
      assert.deepEqual(errors[0]?.extensions, { code: 'OVERLOADED', details: { limit: 2 } })
      assert.equal((await fetch(`${api.url}/health/live`)).status, 200)
      for (const { upload, answered } of uploads) {
        upload.end()
        await answered
        upload.destroy()
      }
      for (let tries = 0; (await statusOf()) === 503; tries++) assert.ok(tries < 500, 'A place was lost.')
    } finally {
      await api.close()
    }
  })
})
