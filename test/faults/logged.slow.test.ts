/** Whatever is asked, refused or fails, at the finest level: the log holds no content, no key, no token and no query. */
// Takes long: servers of its own that meet each fault.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { startModel, type Model } from '../graphql/support/model.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'

/** What stands in content, and in the query part of addresses. */
const [content, queried] = ['PRIVATE', 'QUERIED']
const secret = 's'.repeat(32)
const metricsToken = 'metrics-token-of-the-operator'
const asked = encodeURIComponent(`{ conversation(id: "${queried}") { id } }`)

/** Addresses that are asked with each of the keys: of things that are there, and of none. */
const addresses = [
  ...[`/graphql?query=${asked}`, `/graphql?query=${queried}`, `/graphql/stream?query=${asked}`, '/graphql'],
  ...[
    `/export/c?part=${queried}`,
    `/export/c?format=${queried}`,
    '/export/c',
    `/export?of=${queried}`,
    '/export?of=TURNS',
  ],
  ...[`/tree/c?after=${queried}`, `/backup?attachments=${queried}`, '/backup', `/metrics?x=${queried}`],
  ...[`/attachments/x?fileName=${queried}`, `/attachments/x?sig=${queried}&exp=1&tenant=acme`, `/nowhere?x=${queried}`],
  ...[`/?x=${queried}`, `/search?text=${queried}`, `/health/live?x=${queried}`, `/health/ready?x=${queried}`],
]
const json = { 'content-type': 'application/json' }
const mcp = { ...json, accept: 'application/json, text/event-stream' }
const graphql = (query: string, variables: object = {}) => ({
  headers: json,
  body: JSON.stringify({ query, variables }),
})
const input = { conversationId: 'c', role: 'USER', text: content, idempotencyKey: content }
const storing =
  'mutation ($input: StoreTurnInput!) { storeTurn(input: $input) { userErrors { code message details } } }'
const probing = `mutation { probeConversation(input: {conversationId: "c", prompt: "${content}"}) { userErrors { message } } }`
const call = (args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'store_turn', arguments: args } })
const line = `{"role":"user","content":"${content}"}\n`

/** What is sent, with each of the keys. */
const sent: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/graphql', graphql(storing, { input })],
  ['/graphql', graphql(storing, { input: { ...input, role: content } })],
  ['/graphql', graphql(storing, { input: { ...input, text: content.repeat(700_000), idempotencyKey: null } })],
  ['/graphql', graphql(`{ ${content}( `)],
  ['/graphql', graphql(probing)],
  [
    '/graphql',
    graphql(
      `{ conversation(id: "c") { transcript(first: 9) { nodes { text } } } search(text: "${content}") { nodes { snippet } } }`,
    ),
  ],
  ['/graphql', { headers: json, body: `{"query": ${content}` }],
  ['/graphql', { headers: { 'content-type': content }, body: content }],
  ['/graphql/stream', graphql(`subscription { conversationChanged(id: "${content}") { seq } }`)],
  ['/mcp', { headers: mcp, body: call({ conversationId: 'c', role: 'USER', text: content }) }],
  ['/mcp', { headers: mcp, body: call({ [content]: content }) }],
  ['/mcp', { headers: mcp, body: content }],
  [`/import?fileName=${queried}.jsonl`, { body: line }],
  [`/import?fileName=${queried}.zip`, { body: `PK${content}` }],
  [`/import?format=${queried}`, { body: `{"role": ${content}` }],
]
const uploads: readonly (readonly [path: string, init: RequestInit])[] = [
  [`/attachments?fileName=${queried}`, { body: content }],
  [`/attachments?mediaType=${queried}`, { body: content }],
  [`/attachments?sha256=${queried}`, { body: content }],
]

describeOnce('the log', () => {
  const DATA = newFolder()
  const env = { AUTH: 'keys,jwt', JWT_ISSUER: 'us', JWT_AUDIENCE: 'it', JWT_SECRET: secret, DATA, URL_SECRET: secret }
  let [server, model]: [Server, Model] = [null as never, null as never]
  /** All that was sent as a key or token, with what it is called in the log. */
  const bearers: string[] = []
  let good = ''
  before(async () => {
    model = await startModel()
    model.does = (_, response) => void response.writeHead(500).end(JSON.stringify({ error: { message: content } }))
    const parts = await openParts(readConfig({ DATA, LOG_LEVEL: 'silent' }))
    const { store, fresh } = parts
    await createTenant(store.registry, fresh, 'acme', false)
    const keyed = { tenant: tenantFor('acme'), label: null }
    const made = await createKey(store.registry, fresh, { ...keyed, scopes: ['READ', 'WRITE'], milliseconds: null })
    const reader = await createKey(store.registry, fresh, { ...keyed, scopes: [], milliseconds: null })
    const over = await createKey(store.registry, fresh, { ...keyed, scopes: ['READ'], milliseconds: -1 })
    await parts.close()
    good = made.text
    const signed = (key: string) =>
      new SignJWT({ tenant: 'acme', scope: 'read write', sub: 'ada' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('us')
        .setAudience('it')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(key))
    bearers.push(good, reader.text, over.text, await signed(secret), await signed('x'.repeat(32)), metricsToken)
    const responder = { RESPONDER_URL: model.url, RESPONDER_MODEL: 'm' }
    server = await startServer({
      ...env,
      ...responder,
      METRICS_TOKEN: metricsToken,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'trace',
    })
  })
  after(() => model.close())

  const ask = async (path: string, bearer: string | null, init: RequestInit = {}) => {
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    const response = await fetch(server.url + path, { signal: AbortSignal.timeout(60_000), ...init, headers })
    await response.body?.cancel()
    return response.status
  }
  const askAll = async (bearer: string | null) => {
    for (const path of addresses) await ask(path, bearer)
    for (const [path, init] of sent) await ask(path, bearer, { method: 'POST', ...init })
    for (const [path, init] of uploads) await ask(path, bearer, { method: 'PUT', ...init })
  }
  const speak = async (bearer: string, ...texts: readonly (string | Buffer)[]) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql?x=${queried}`, 'graphql-transport-ws')
    socket.on('error', () => undefined)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${bearer}` } }))
    for (const text of texts) socket.send(text)
    const timer = setTimeout(() => socket.terminate(), 5_000)
    socket.on('message', (text: Buffer) => /"(next|error|complete)"/.test(text.toString()) && socket.close())
    await once(socket, 'close')
    clearTimeout(timer)
  }

  it('tells what was asked and why it was refused or failed, and none of what was said', async () => {
    for (const bearer of [...bearers, null]) await askAll(bearer)
    for (const bearer of bearers) {
      const payload = { query: storing, variables: { input } }
      await speak(bearer, JSON.stringify({ id: '1', type: 'subscribe', payload }))
      await speak(bearer, `{"id": ${content}`)
      await speak(bearer, JSON.stringify({ id: '1', type: content, payload: content }))
    }
    await ask(`/graphql?query=${asked}`, good, { headers: { host: `evil.example` } })
    await ask(`/graphql?query=${asked}`, good, { headers: { origin: 'http://evil.example' } })
    assert.equal(await ask('/graphql', good, { method: 'POST', ...graphql('{ conversation(id: "c") { id } }') }), 200)
    const before = await server.stop()
    breakBodies(join(DATA, 'turngraph.db'))
    server = await startServer({ ...env, LOG_LEVEL: 'trace' })
    const reading = graphql('{ conversation(id: "c") { transcript(first: 9) { nodes { text } } } }')
    assert.equal(await ask('/graphql', good, { method: 'POST', ...reading }), 200)
    for (const path of ['/export/c', '/backup', '/export?of=TURNS']) await ask(path, good)
    const broken = await server.stop()
    assert.match(broken.stderr, /"Internal error"/)
    for (const said of [/"path":"\/import"/, /Authentication failed/, /"path":"\/mcp"/, /"status":40[0-9]/])
      assert.match(before.stderr, said)
    const written = [before, broken].map(({ stdout, stderr }) => stdout + stderr).join('')
    for (const mark of [content, queried, secret, ...bearers.map(secretOf)]) assert.ok(!written.includes(mark), mark)
  })
})

/** What nobody may read of a key or token: the id of a key may be told. */
const secretOf = (bearer: string) => (bearer.startsWith('tg_') ? bearer.slice(16, 40) : bearer.slice(-20))

/** Bodies that are no JSON any more, as of a disk that forgets. */
function breakBodies(path: string): void {
  const database = connect(path, 'writer')
  for (const table of ['observations', 'messages'])
    database.exec(`UPDATE ${table} SET body = '{"text":${content} ${content}'`)
  database.close()
}
