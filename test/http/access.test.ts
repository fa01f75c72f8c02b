import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { createKey, revokeKey } from '../../src/app/access/keys.ts'
import { newKeyText, readKeyText } from '../../src/app/access/keyText.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { onRevoked } from '../../src/http/admission/revalidation.ts'
import type { AccessScope } from '../../src/domain/access/principal.ts'
import type { Tenant } from '../../src/domain/access/tenant.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'

const viewer = '{ viewer { tenant salted principal { kind id label scopes } } }'
const store = `mutation($id: ID!) { storeTurn(input: {conversationId: $id, turnId: "t", role: USER, text: "x"}) {
  userErrors { code } message { id } } }`
const list = '{ conversations { nodes { id } } }'

describeOnce('access by keys', () => {
  let api: Api
  const keyOf = async (
    tenant: string,
    scopes: readonly AccessScope[] = ['READ', 'WRITE'],
    milliseconds: number | null = null,
  ) => {
    const { registry } = api.app.store
    return createKey(registry, api.app.fresh, { tenant: tenant as Tenant, scopes, label: 'test', milliseconds })
  }
  const bearer = ({ text }: { readonly text: string }) => ({ authorization: `Bearer ${text}` })
  before(async () => {
    api = await startApi({ AUTH: 'keys', METRICS_TOKEN: 'm'.repeat(16), RATE_LIMIT: '0' }, {}, { recheckMs: 200 })
    for (const name of ['acme', 'other']) await createTenant(api.app.store.registry, api.app.fresh, name, true)
  })
  after(() => api.close())

  it('says who is known, and whose data it is', async () => {
    const made = await keyOf('acme')
    const { data, errors } = await api.send(viewer, {}, bearer(made))
    assert.deepEqual(errors, [])
    const principal = { kind: 'KEY', id: made.key.id, label: 'test', scopes: ['READ', 'WRITE'] }
    assert.deepEqual(data, { viewer: { tenant: 'acme', salted: true, principal } })
  })

  it('answers 401 in one and the same words whatever is wrong, on every route', async () => {
    const good = await keyOf('acme')
    const revoked = await keyOf('acme')
    await revokeKey(api.app.store.registry, api.app.fresh, revoked.key.id)
    const expired = await keyOf('acme', ['READ'], -1)
    const wrong = [
      undefined,
      'Bearer x',
      `Basic ${good.text}`,
      good.text,
      `Bearer ${newKeyText().text}`,
      `Bearer ${good.text.slice(0, -1)}`,
    ]
    const given = [
      ...wrong,
      ...[revoked, expired].map(({ text }) => `Bearer ${text}`),
      `Bearer ${good.text.slice(0, 20)}${newKeyText().text.slice(20)}`,
    ]
    const routes = [
      '/graphql?query={viewer{tenant}}',
      '/graphql/stream?query={viewer{tenant}}',
      '/export/c',
      '/backup',
      '/tree/c',
      '/attachments/x',
      '/metrics',
    ]
    for (const authorization of given) {
      const headers = { ...(authorization !== undefined && { authorization }), 'apollo-require-preflight': '1' }
      for (const path of routes) {
        const response = await fetch(api.url + path, { headers })
        assert.equal(response.status, 401, `${path} ${authorization}`)
        assert.equal(response.headers.get('www-authenticate'), 'Bearer')
        assert.match(await response.text(), /"A valid key or token is needed\."/)
      }
      for (const [method, path] of [
        ['POST', '/import'],
        ['PUT', '/attachments'],
      ] as const)
        assert.equal((await fetch(api.url + path, { method, headers, body: 'x' })).status, 401, path)
    }
    assert.ok(api.logged.some((line) => line.includes(revoked.key.id) && line.includes('revoked')))
    for (const line of api.logged)
      for (const { text } of [good, revoked, expired]) assert.ok(!line.includes(text.slice(16)))
  })

  it('lets one tenant see nothing of another', async () => {
    const [ours, theirs] = [await keyOf('acme'), await keyOf('other')]
    const { errors } = await api.send(store, { id: 'mine' }, bearer(ours))
    assert.deepEqual(errors, [])
    const ids = async (key: typeof ours) => (await api.send(list, {}, bearer(key))).data
    assert.deepEqual(await ids(ours), { conversations: { nodes: [{ id: 'mine' }] } })
    assert.deepEqual(await ids(theirs), { conversations: { nodes: [] } })
  })

  it('holds each root field and route to its scope', async () => {
    const reader = bearer(await keyOf('acme', ['READ']))
    const nobody = bearer(await keyOf('acme', []))
    const writer = bearer(await keyOf('acme', ['WRITE']))
    const code = async (query: string, headers: Record<string, string>) =>
      (await api.send(query, { id: 'scoped' }, headers)).errors.map(({ message, extensions }) => [
        extensions.code,
        message,
      ])
    assert.deepEqual(await code(store, reader), [
      ['FORBIDDEN', 'This needs the scope write, which the key or token does not have.'],
    ])
    assert.deepEqual(await code(list, nobody), [
      ['FORBIDDEN', 'This needs the scope read, which the key or token does not have.'],
    ])
    assert.deepEqual(
      await code(
        `query { ...all } fragment all on Query { ...more } fragment more on Query { conversations { nodes { id } } }`,
        nobody,
      ),
      [['FORBIDDEN', 'This needs the scope read, which the key or token does not have.']],
    )
    assert.deepEqual(await code(viewer, nobody), [])
    assert.deepEqual(await code('{ __schema { queryType { name } } }', nobody), [])
    for (const query of [store, list]) assert.deepEqual(await code(query, writer), [])
    const strict = { ...reader, accept: 'application/graphql-response+json' }
    assert.equal((await api.send(store, { id: 'scoped' }, strict)).status, 403)
    assert.equal((await api.send(store, { id: 'scoped' }, reader)).status, 200)
    for (const [method, path, headers] of [
      ['POST', '/import', reader],
      ['PUT', '/attachments', reader],
      ['GET', '/backup', nobody],
    ] as const) {
      const response = await fetch(api.url + path, { method, headers, ...(method !== 'GET' && { body: 'x' }) })
      assert.equal(response.status, 403, path)
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'FORBIDDEN')
    }
  })

  it('names in the ledger who it was', async () => {
    const made = await keyOf('acme')
    await api.send(store, { id: 'named' }, bearer(made))
    const query = '{ conversation(id: "named") { events { nodes { principal { kind id label } } } } }'
    const { data } = await api.send(query, {}, bearer(made))
    const nodes = (data as { conversation: { events: { nodes: unknown[] } } }).conversation.events.nodes
    const principal = { kind: 'KEY', id: made.key.id, label: 'test' }
    assert.deepEqual(
      nodes,
      Array.from(nodes, () => ({ principal })),
    )
    assert.ok(nodes.length > 0)
  })

  it('gives the page to anybody, and the metrics to the operator', async () => {
    const page = await fetch(`${api.url}/graphql`, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    await page.arrayBuffer()
    for (const path of ['/health/live', '/health/ready']) assert.equal((await fetch(api.url + path)).status, 200)
    const metrics = (token: string) => fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await metrics('m'.repeat(16))).status, 200)
    assert.equal((await metrics((await keyOf('acme', ['ADMIN', 'READ'])).text)).status, 401)
  })

  it('lets a browser ask whether it may ask, without a key', async () => {
    const preflight = { origin: api.url, 'access-control-request-method': 'POST' }
    assert.notEqual((await fetch(`${api.url}/graphql`, { method: 'OPTIONS', headers: preflight })).status, 401)
  })

  describe('over WebSocket', () => {
    const closing = async (connectionParams: Record<string, unknown>) => {
      const client = createClient({
        ...{ url: `${api.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams },
        ...{ lazy: false, retryAttempts: 0, onNonLazyError: () => undefined },
      })
      const code = await new Promise<number>((done) => {
        client.on('closed', (event) => done((event as { code: number }).code))
        client.on('connected', () => done(0))
      })
      await client.dispose()
      return code
    }

    it('takes a key of the init payload, or of the upgrade', async () => {
      const made = await keyOf('acme')
      assert.equal(await closing(bearer(made)), 0)
      assert.equal(await closing({}), 4403)
      assert.equal(await closing({ authorization: `Bearer ${newKeyText().text}` }), 4403)
      const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: bearer(made),
      })
      const acknowledged = new Promise((done) =>
        socket.once('message', (text: Buffer) => done(JSON.parse(text.toString()))),
      )
      socket.once('open', () => socket.send('{"type":"connection_init"}'))
      assert.deepEqual(await acknowledged, { type: 'connection_ack' })
      socket.close()
    })

    it('closes with 4408 on who says nothing', async () => {
      const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      assert.equal(await new Promise((done) => socket.once('close', done)), 4408)
    })

    it('closes with 4403 on who asks on after the key has expired', async () => {
      const made = await keyOf('acme', ['READ'], 2_000)
      const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
      const heard: unknown[] = []
      socket.on('message', (text: Buffer) => heard.push((JSON.parse(text.toString()) as { type: string }).type))
      const payload = bearer(made)
      socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })))
      assert.equal(await new Promise((done) => socket.once('close', done)), 4403)
      assert.deepEqual(heard, ['connection_ack'])
    })
  })

  it('ends a stream of events with UNAUTHENTICATED once the key has expired', async () => {
    const made = await keyOf('acme', ['READ', 'WRITE'], 3_000)
    await api.send(store, { id: 'streamed' }, bearer(made))
    const response = await fetch(`${api.url}/graphql/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...bearer(made) },
      body: JSON.stringify({ query: 'subscription { conversationChanged(id: "streamed") { kind } }' }),
    })
    assert.equal(response.status, 200)
    assert.match(
      await response.text(),
      /event: next\ndata: {"errors":\[{"message":"A valid key[^\n]*"UNAUTHENTICATED"[^\n]*\n\n/,
    )
  })

  it('signs addresses of downloads, which open what they name, for a while, and nothing else', async () => {
    const [ours, theirs] = [await keyOf('acme'), await keyOf('other')]
    const put = await fetch(`${api.url}/attachments?mediaType=text/plain`, {
      method: 'PUT',
      headers: bearer(ours),
      body: 'hello',
    })
    const { id, downloadUrl } = (await put.json()) as { id: string; downloadUrl: string }
    assert.match(downloadUrl, /[?&]tenant=acme&exp=\d+&sig=[\w-]{43}$/)
    const opened = await fetch(api.url + downloadUrl)
    assert.equal(await opened.text(), 'hello')
    assert.equal(opened.headers.get('cache-control'), 'private, no-store')
    assert.equal(opened.headers.get('referrer-policy'), 'no-referrer')
    assert.equal((await fetch(`${api.url}/attachments/${id}`, { headers: bearer(ours) })).status, 200)
    assert.equal((await fetch(`${api.url}/attachments/${id}`, { headers: bearer(theirs) })).status, 404)
    // The same bytes: from now on the other has an attachment of that name, too.
    assert.equal(
      (await fetch(`${api.url}/attachments`, { method: 'PUT', headers: bearer(theirs), body: 'hello' })).status,
      200,
    )
    const unknown = await (await fetch(api.url + downloadUrl.replace(id, '0'.repeat(64)))).text()
    const bad = ['&exp=1', '&tenant=other', '&fileName=x.txt'].map((more) =>
      downloadUrl.replace(new RegExp(`(${more.slice(0, 5)}[^&]*)?$`), more),
    )
    for (const address of [
      ...bad,
      downloadUrl.replace('tenant=acme', 'tenant=other'),
      downloadUrl.replace(/exp=\d+/, 'exp=9999999999'),
      downloadUrl.slice(0, -2),
    ]) {
      const response = await fetch(api.url + address)
      assert.ok([400, 404].includes(response.status), address)
      if (response.status === 404) assert.equal((await response.text()).replaceAll(id, '0'.repeat(64)), unknown)
    }
  })
})

describeOnce('a key', () => {
  it('has a form that scanners know, and none that it has not', () => {
    const { text, key } = newKeyText()
    assert.match(text, /^tg_[a-z2-7]{12}_[\w-]{43}_[\w-]{6}$/)
    assert.deepEqual(readKeyText(text), key)
    for (let at = 3; at < text.length; at++) {
      const other = text[at] === 'b' ? 'c' : 'b'
      assert.equal(readKeyText(text.slice(0, at) + other + text.slice(at + 1)), null, `at ${at}`)
    }
  })

  it('that was revoked ends a stream at the next look, and a registry that cannot be asked ends none', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve(true), () => Promise.resolve(false)]
    let asked = 0
    const holds = () => (answers[asked++] ?? (() => Promise.resolve(true)))()
    const requester = {} as never
    // Its own timers keep no process.
    const alive = setInterval(() => undefined, 1_000)
    await new Promise<void>((done) => void onRevoked({ requester, endsAt: null, holds }, done, 5))
    clearInterval(alive)
    assert.equal(asked, 3)
  })
})
