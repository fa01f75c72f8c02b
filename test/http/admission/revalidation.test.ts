import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createKey, revokeKey } from '../../../src/app/access/keys.ts'
import { putAttachment } from '../../../src/app/attachments/attachments.ts'
import { startUpstream, type Upstream } from '../../adapters/proxy/support/upstream.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { say } from '../../support/talk.ts'
import type { Identity } from '../../../src/http/admission/authenticate/identity.ts'
import { onRevoked } from '../../../src/http/admission/revalidation.ts'

/** Ends of an identity, counted, and what stops the watch. */
function watched(identity: Partial<Identity>) {
  let ends = 0
  const stop = onRevoked(
    { endsAt: null, holds: () => Promise.resolve(true), ...identity } as Identity,
    () => ends++,
    1_000,
  )
  return { stop, ends: () => ends }
}
/** Answers of the registry come in turns of their own. */
const settled = async () => {
  for (let k = 0; k < 5; k++) await Promise.resolve()
}
const pass = async (ms: number) => {
  mock.timers.tick(ms)
  await settled()
}

describe('an identity that is followed', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 0 }))
  afterEach(() => mock.timers.reset())

  it('ends when its time is over, once', async () => {
    const { ends } = watched({ endsAt: 1_500 })
    await pass(1_499)
    assert.equal(ends(), 0)
    await pass(1)
    assert.equal(ends(), 1)
    await pass(10_000)
    assert.equal(ends(), 1)
  })

  it('ends a while after it was revoked, once', async () => {
    let holds = true
    const { ends } = watched({ holds: () => Promise.resolve(holds) })
    await pass(3_000)
    assert.equal(ends(), 0)
    holds = false
    await pass(1_000)
    assert.equal(ends(), 1)
    await pass(10_000)
    assert.equal(ends(), 1)
  })

  it('goes on while the registry cannot be asked, and ends once it says so', async () => {
    let answer: () => Promise<boolean> = () => Promise.reject(new Error('away'))
    const { ends } = watched({ holds: () => answer() })
    await pass(3_000)
    assert.equal(ends(), 0)
    answer = () => Promise.resolve(false)
    await pass(1_000)
    assert.equal(ends(), 1)
  })

  it('does not end once it is followed no more', async () => {
    const { stop, ends } = watched({ endsAt: 2_500, holds: () => Promise.resolve(false) })
    stop()
    await pass(10_000)
    assert.equal(ends(), 0)
  })
})

describeOnce('what is under way for a key that is revoked', () => {
  let api: Api
  let upstream: Upstream
  let attachment = ''
  before(async () => {
    upstream = await startUpstream()
    api = await startApi({ AUTH: 'keys', PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1` }, {}, { recheckMs: 100 })
    const scope = api.app.scope()
    async function* zeros() {
      for (let n = 0; n < 24; n++) yield Promise.resolve(Buffer.alloc(1024 * 1024))
    }
    const large = { bytes: zeros(), mediaType: null, fileName: null, expected: null }
    attachment = (await putAttachment(scope, large)).id
    await say(scope, 'large', 'u1', 'with a file', { blocks: [{ type: 'attachment', attachmentId: attachment }] })
  })
  after(async () => {
    await api.close()
    await upstream.close()
  })
  const key = async () => {
    const order = { tenant: api.app.tenant.name, scopes: ['READ', 'WRITE'], label: null, milliseconds: null } as const
    const { text, key } = await createKey(api.app.store.registry, api.app.fresh, order)
    return { text, revoke: () => revokeKey(api.app.store.registry, api.app.fresh, key.id) }
  }
  const sent = (method: string, path: string, bearer: string, headers: Record<string, string> = {}): ClientRequest => {
    const { hostname, port } = new URL(api.url)
    const all = { authorization: `Bearer ${bearer}`, ...headers }
    return ask({ hostname, port, method, path, headers: all, agent: false }).on('error', () => undefined)
  }
  const connections = () => new Promise<number>((resolve) => api.app.server.server.getConnections((_, n) => resolve(n)))
  /** Resolves once all connections but those before have ended; fails where one goes on. */
  const ended = async (what: string) => {
    for (let tries = 0; (await connections()) > 0; tries++) {
      assert.ok(tries < 500, `${what} goes on.`)
      await sleep(20)
    }
  }

  /** Bodies of which a part is sent, and no more. */
  const uploads = [
    ['PUT', '/attachments', 'application/octet-stream'],
    ['POST', '/import?fileName=a.jsonl', 'application/octet-stream'],
    ['POST', '/graphql', 'application/json'],
    ['POST', '/graphql/stream', 'application/json'],
    ['POST', '/mcp', 'application/json'],
    ['POST', '/v1/embeddings', 'application/json'],
  ] as const
  for (const [method, path, type] of uploads)
    it(`ends: a body on its way to ${method} ${path}`, async () => {
      const { text: bearer, revoke } = await key()
      const upload = sent(method, path, bearer, { 'content-type': type, 'content-length': '5000', 'x-turngraph-key': bearer }) // prettier-ignore
      const closed = new Promise((resolve) => upload.on('close', resolve))
      upload.write('{"query": "')
      while ((await connections()) === 0) await sleep(5)
      await revoke()
      await ended(path)
      await closed
    })

  /** Answers of which no more is read than their beginning. */
  for (const path of ['/export/large?format=NDJSON', '/backup', '/attachments/ID'])
    it(`ends: an answer that is read slowly, of GET ${path}`, async () => {
      const { text: bearer, revoke } = await key()
      const [response] = (await once(sent('GET', path.replace('ID', attachment), bearer).end(), 'response')) as [IncomingMessage] // prettier-ignore
      assert.equal(response.statusCode, 200)
      await revoke()
      await ended(path)
      await assert.rejects(text(response))
      assert.equal(response.complete, false)
    })

  it('ends: a stream that the proxy passes on, also at the upstream', async () => {
    const { text: bearer, revoke } = await key()
    const isOver = new Promise<void>((resolve) => {
      upstream.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        response.once('close', resolve)
      }
    })
    const [response] = (await once(sent('GET', '/v1/slow', bearer, { 'x-turngraph-key': bearer }).end(), 'response')) as [IncomingMessage] // prettier-ignore
    await revoke()
    await assert.rejects(text(response))
    await isOver
  })

  it('ends: a stream of events, with the reason as its last one, and a WebSocket with 4403', async () => {
    const { text: bearer, revoke } = await key()
    const query = JSON.stringify({ query: 'subscription { conversationChanged(id: "large") { kind } }' })
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const [response] = (await once(sent('POST', '/graphql/stream', bearer, headers).end(query), 'response')) as [IncomingMessage] // prettier-ignore
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const payload = { authorization: `Bearer ${bearer}` }
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })))
    await once(socket, 'message')
    const closed = once(socket, 'close')
    await revoke()
    assert.match(await text(response), /UNAUTHENTICATED/)
    assert.equal((await closed)[0], 4403)
    await ended('a stream of events')
  })
})
