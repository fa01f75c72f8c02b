/** What a key with one scope alone may do, by every way to ask: nothing more, and nothing less. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, it } from 'node:test'
import { WebSocket } from 'ws'
import { createKey } from '../../src/app/access/keys.ts'
import { accessScopes, type AccessScope } from '../../src/domain/access/principal.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'

type Asking = (api: Api, authorization: string) => Promise<string | null>

const json = { 'content-type': 'application/json' }
const code = (text: string) =>
  /"code":"(\w+)"|"text":"FORBIDDEN: /.exec(text)?.[1] ?? (/FORBIDDEN/.exec(text)?.[0] || null)
const sent =
  (path: string, init: RequestInit = {}): Asking =>
  async ({ url }, authorization) => {
    const headers = { ...(init.headers as Record<string, string>), authorization }
    const response = await fetch(url + path, { ...init, headers })
    return code(await response.text())
  }
const operation = (query: string, path = '/graphql') =>
  sent(path, {
    method: 'POST',
    headers: { ...json, accept: path === '/graphql' ? json['content-type'] : 'text/event-stream' },
    body: JSON.stringify({ query }),
  })
const spoken =
  (query: string): Asking =>
  async ({ url }, authorization) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }))
    await once(socket, 'message')
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    const [answer] = (await once(socket, 'message')) as [Buffer]
    socket.close()
    return code(answer.toString())
  }
const tool = (name: string, args: object) =>
  sent('/mcp', {
    method: 'POST',
    headers: { ...json, accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })

const [list, create] = [
  '{ conversations { nodes { id } } }',
  'mutation { createConversation(input: {}) { conversation { id } } }',
]
const follow = 'subscription { conversationChanged(id: "nowhere") { seq } }'
const line = '{"role":"user","content":"x"}\n'
const turn = { conversation_id: 'm', turn_id: 't', role: 'user', text: 'x' }

const reading: Readonly<Record<string, Asking>> = {
  query: operation(list),
  'query as an event': operation(list, '/graphql/stream'),
  'query by WebSocket': spoken(list),
  subscription: operation(follow, '/graphql/stream'),
  'subscription by WebSocket': spoken(follow),
  tool: tool('list_conversations', {}),
  ...Object.fromEntries(
    ['/export/c', '/export?of=TURNS', '/tree/c', '/backup', '/attachments/x'].map((path) => [path, sent(path)]),
  ),
}
const writing: Readonly<Record<string, Asking>> = {
  mutation: operation(create),
  'mutation as an event': operation(create, '/graphql/stream'),
  'mutation by WebSocket': spoken(create),
  'tool that writes': tool('store_turn', turn),
  '/import': sent('/import', { method: 'POST', body: line }),
  'PUT /attachments': sent('/attachments', { method: 'PUT', body: 'x' }),
}
const [someErasures, oneErasure, eraseOne] = [
  '{ erasures { nodes { id } } }',
  '{ erasure(id: "none") { id } }',
  'mutation { erase(input: { messageIds: ["c:u1"], reason: OTHER, dryRun: true }) { affected { observations } } }',
]
const seeingErasures: Readonly<Record<string, Asking>> = Object.fromEntries(
  [someErasures, oneErasure].flatMap((query) => [
    [query, operation(query)],
    [`${query} as an event`, operation(query, '/graphql/stream')],
    [`${query} by WebSocket`, spoken(query)],
  ]),
)
const erasing: Readonly<Record<string, Asking>> = {
  mutation: operation(eraseOne),
  'mutation as an event': operation(eraseOne, '/graphql/stream'),
  'mutation by WebSocket': spoken(eraseOne),
}
const always: Readonly<Record<string, Asking>> = {
  viewer: operation('{ viewer { tenant } }'),
  'viewer by WebSocket': spoken('{ viewer { tenant } }'),
  schema: operation('{ __schema { queryType { name } } }'),
}

describeOnce('a key with one scope', () => {
  let api: Api
  before(async () => {
    api = await startApi({ AUTH: 'keys', RATE_LIMIT: '0' })
  })
  after(() => api.close())
  const refusedFor = async (scopes: readonly AccessScope[], ways: Readonly<Record<string, Asking>>) => {
    const { store, fresh, tenant } = api.app
    const order = { tenant: tenant.name, scopes, label: null, milliseconds: null }
    const { text } = await createKey(store.registry, fresh, order)
    const refused = []
    for (const [name, ask] of Object.entries(ways))
      if ((await ask(api, `Bearer ${text}`)) === 'FORBIDDEN') refused.push(name)
    return refused
  }

  for (const scope of [null, ...accessScopes])
    it(`may with ${scope ?? 'none'} what that says`, async () => {
      const scopes = scope === null ? [] : [scope]
      const mayRead = scope === 'READ' || scope === 'WRITE'
      assert.deepEqual(await refusedFor(scopes, always), [])
      assert.deepEqual(await refusedFor(scopes, reading), mayRead ? [] : Object.keys(reading))
      assert.deepEqual(await refusedFor(scopes, writing), scope === 'WRITE' ? [] : Object.keys(writing))
      const maySee = scope === 'ERASE' || scope === 'ADMIN'
      assert.deepEqual(await refusedFor(scopes, seeingErasures), maySee ? [] : Object.keys(seeingErasures))
      assert.deepEqual(await refusedFor(scopes, erasing), scope === 'ERASE' ? [] : Object.keys(erasing))
    })
})
