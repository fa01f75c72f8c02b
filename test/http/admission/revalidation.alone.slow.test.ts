import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { WebSocket } from 'ws'
import { createKey, revokeKey } from '../../../src/app/access/keys.ts'
import { putAttachment } from '../../../src/app/attachments/attachments.ts'
import { whenRecorded } from '../../adapters/proxy/support/recorded.ts'
import { startUpstream, type Upstream } from '../../adapters/proxy/support/upstream.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { say } from '../../support/talk.ts'
import { endedWithinMs, followedAfterMs, freshMs, rememberedMs } from '../../../src/app/access/registered.ts'
import type { Identity } from '../../../src/http/admission/authenticate/identity.ts'
import { onRevoked } from '../../../src/http/admission/revalidation.ts'
import { pause, waitFor } from '../../support/waitFor.ts'

const metricsToken = 'm'.repeat(16)

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

describe('how long a key that was revoked may do something', () => {
  it('is 30 seconds: what is remembered of it, until its work is followed, and until that hears of it', () => {
    assert.equal(endedWithinMs, rememberedMs + followedAfterMs + freshMs)
    assert.ok(endedWithinMs <= 30_000)
  })

  it('holds where its work began with what was known of old: the first question is at once', async () => {
    mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 0 })
    try {
      const { ends } = watched({ holds: () => Promise.resolve(false) })
      await settled()
      assert.equal(ends(), 1)
    } finally {
      mock.timers.reset()
    }
  })
})

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
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-revoked-'))
  let api: Api
  let upstream: Upstream
  let attachment = ''
  /** What the next writes wait for, and how many calls the store had. */
  let gate: Promise<void> | null = null
  const held = new EventEmitter()
  let calls = 0
  before(async () => {
    upstream = await startUpstream()
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    const store = intercept(open, async (method, call) => {
      calls++
      if (method === 'write' && gate !== null) {
        held.emit('write')
        await gate
      }
      return call()
    })
    const models = { RESPONDER_URL: `${upstream.url}/v1`, RESPONDER_MODEL: 'small', RESPONDER_TIMEOUT_MS: '60000' }
    api = await startApi(
      { AUTH: 'keys', PROXY_OPENAI_UPSTREAM: `${upstream.url}/v1`, METRICS_TOKEN: metricsToken, ...models },
      { store },
      { recheckMs: 100 },
    )
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
    rmSync(folder, { recursive: true, force: true })
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
    await waitFor(async () => (await connections()) === 0, { limit: 10_000, told: () => `${what} goes on.` })
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
      const upload = sent(method, path, bearer, {
        'content-type': type,
        'content-length': '5000',
        'x-turngraph-key': bearer,
      })
      const closed = new Promise((resolve) => upload.on('close', resolve))
      upload.write('{"query": "')
      await waitFor(async () => (await connections()) !== 0)
      await revoke()
      await ended(path)
      await closed
    })

  /** Answers of which no more is read than their beginning. */
  for (const path of ['/export/large?format=NDJSON', '/backup', '/attachments/ID'])
    it(`ends: an answer that is read slowly, of GET ${path}`, async () => {
      const { text: bearer, revoke } = await key()
      const [response] = (await once(sent('GET', path.replace('ID', attachment), bearer).end(), 'response')) as [
        IncomingMessage,
      ]
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
    const [response] = (await once(
      sent('GET', '/v1/slow', bearer, { 'x-turngraph-key': bearer }).end(),
      'response',
    )) as [IncomingMessage]
    await revoke()
    await assert.rejects(text(response))
    await isOver
  })

  it('ends: an import whose file has come whole', async () => {
    const { text: bearer, revoke } = await key()
    const messages = Array.from({ length: 6_000 }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `w${n}`,
    }))
    const isHeld = once(held, 'write')
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const path = '/import?conversationId=revoked&format=openai'
    const upload = sent('POST', path, bearer, { 'content-type': 'application/json' })
    upload.end(JSON.stringify(messages))
    await isHeld
    await revoke()
    await ended('an import')
    gate = null
    open()
    await waitFor(async () => {
      const before = calls
      await pause(200, 'so long the store is asked nothing')
      return calls === before
    })
    const conversation = await api.app.scope().reads.conversation('revoked')
    assert.ok((conversation?.turnCount ?? 0) < messages.length)
  })

  it('ends: a stream of events, with the reason as its last one, and a WebSocket with 4403', async () => {
    const { text: bearer, revoke } = await key()
    const query = JSON.stringify({ query: 'subscription { conversationChanged(id: "large") { kind } }' })
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const [response] = (await once(sent('POST', '/graphql/stream', bearer, headers).end(query), 'response')) as [
      IncomingMessage,
    ]
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

  it('ends: what a model answers, and nothing of it is stored', async () => {
    const { text: bearer, revoke } = await key()
    const begun = new EventEmitter()
    const isOver = new Promise<void>((resolve) => {
      upstream.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'One, ' } }] })}\n\n`)
        response.once('close', resolve)
        begun.emit('answer')
      }
    })
    const isBegun = once(begun, 'answer')
    const query =
      'mutation { askModel(input: {conversationId: "asked", prompt: "Count."}) { answer { id } userErrors { message } } }'
    const { data, errors } = await api.send(query, {}, { authorization: `Bearer ${bearer}` })
    assert.deepEqual(errors, [])
    const { answer } = (data as { askModel: { answer: { id: string } } }).askModel
    await isBegun
    await revoke()
    await isOver
    const reader = await key()
    const end = async () =>
      (
        await api.send(
          `{ answer(id: "${answer.id}") { state stopReason observation { id } } }`,
          {},
          { authorization: `Bearer ${reader.text}` },
        )
      ).data
    await waitFor(async () => !JSON.stringify(await end()).includes('ANSWERING'))
    assert.deepEqual(await end(), { answer: { state: 'STOPPED', stopReason: 'revoked', observation: null } })
  })

  it('ends: what the proxy is to record of it', async () => {
    const { text: bearer, revoke } = await key()
    upstream.answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    const request = sent('POST', '/c/unrecorded/v1/chat/completions', bearer, { 'x-turngraph-key': bearer })
    request.end(JSON.stringify({ messages: [{ role: 'user', content: 'Count.' }] }))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await revoke()
    await assert.rejects(text(response))
    await whenRecorded(api, 1, metricsToken)
    assert.equal(await api.app.scope().reads.conversation('unrecorded'), null)
  })
})
