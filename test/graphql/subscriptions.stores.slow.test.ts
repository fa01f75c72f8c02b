import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { WebSocket } from 'ws'
import { intercept } from '../../src/storage/intercept.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { describeOnce } from '../support/stores.ts'
import { everyStore } from '../support/storeSettings.ts'
import { startApi, type Api } from './support/api.ts'
import { follow, subscribe, transports, type Follower } from './support/follow.ts'
import { ofEachServer } from './support/severalServers.ts'
import { mutate, storeTurn } from './support/talk.ts'
import { tenantFor } from '../support/tenants.ts'
import { pause, waitFor } from '../support/waitFor.ts'

const say = (api: Api, conversationId: string, text: string) => storeTurn(api, { conversationId, role: 'USER', text })
const seqs = ({ events }: Pick<Follower, 'events'>) => events.map(({ seq }) => seq)
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, i) => from + i)

for (const transport of transports)
  describeOnce(`conversationChanged over ${transport}`, () => {
    let api: Api
    before(async () => {
      api = await startApi({ SUBSCRIPTION_POLL_MS: '50' }, {}, { oneServer: ofEachServer.load })
    })
    after(() => api.close())

    it('tells of each event with what it is about, from now on', async () => {
      await say(api, 'now', 'before')
      const follower = follow(transport, api.url, 'now')
      await waitFor(() => api.app.watches.size().watches === 1)
      await say(api, 'now', 'first')
      await mutate(api, 'updateConversation', { id: 'now', title: 'renamed' }, '')
      const events = await follower.reach(2)
      assert.deepEqual(events, [
        { seq: 3, kind: 'STORE', conversation: { id: 'now', head: { text: 'first' } } },
        { seq: 4, kind: 'UPDATE', conversation: { id: 'now', head: { text: 'first' } } },
      ])
      await follower.stop()
    })

    it('begins after a line of the ledger, and goes on without a gap or a double', async () => {
      for (let i = 0; i < 150; i++) await say(api, 'past', `${i}`)
      const all = follow(transport, api.url, 'past', 0)
      const later = follow(transport, api.url, 'past', 120)
      const none = follow(transport, api.url, 'past', 151)
      // While they still read the past, more is written.
      await Promise.all(upTo(50).map((i) => say(api, 'past', `more ${i}`)))
      await Promise.all([all.reach(201), later.reach(81), none.reach(50)])
      assert.deepEqual(seqs(all), upTo(201))
      assert.deepEqual(seqs(later), upTo(201, 121))
      assert.deepEqual(seqs(none), upTo(201, 152))
      for (const follower of [all, later, none]) await follower.stop()
    })

    it('refuses an unknown conversation, and a place that the ledger has not', async () => {
      await say(api, 'short', 'one')
      const cases = [
        ['nowhere', 0, 'NOT_FOUND'],
        ['short', -1, 'BAD_INPUT'],
        ['short', 3, 'BAD_INPUT'],
      ] as const
      for (const [id, afterSeq, code] of cases) {
        const follower = follow(transport, api.url, id, afterSeq)
        await follower.over
        assert.deepEqual(
          follower.errors.map(({ extensions }) => extensions.code),
          [code],
        )
      }
      assert.equal(api.app.watches.size().subscriptions, 0)
    })

    it('refuses what is not valid or costs too much', async () => {
      const deep = `${'forkedFrom { conversation { '.repeat(20)}id${' } }'.repeat(20)}`
      const cases = {
        'subscription { nothing }': 'GRAPHQL_VALIDATION_FAILED',
        'subscription {': 'GRAPHQL_PARSE_FAILED',
        [`subscription { conversationChanged(id: "short") { conversation { ${deep} } } }`]: 'QUERY_TOO_EXPENSIVE',
        'subscription ($id: ID!) { conversationChanged(id: $id) { seq } }': 'BAD_USER_INPUT',
      }
      for (const [query, code] of Object.entries(cases)) {
        const follower = subscribe(transport, api.url, { query })
        await follower.over
        assert.deepEqual(
          follower.errors.map(({ extensions }) => extensions.code),
          [code],
          query,
        )
      }
    })

    it('ends when its client does', async () => {
      await say(api, 'left', 'one')
      const follower = follow(transport, api.url, 'left', 0)
      await follower.reach(2)
      await follower.stop()
      await waitFor(() => api.app.watches.size().subscriptions === 0)
      assert.deepEqual(api.app.watches.size(), { subscriptions: 0, watches: 0 })
    })

    it('serves 100 subscribers of one conversation by one watch', async () => {
      await say(api, 'many', 'one')
      const followers = upTo(100).map(() => follow(transport, api.url, 'many', 2))
      await waitFor(() => api.app.watches.size().subscriptions === 100)
      for (let i = 0; i < 10; i++) await say(api, 'many', `${i}`)
      for (const follower of followers) assert.deepEqual(seqs({ events: await follower.reach(10) }), upTo(12, 3))
      assert.equal(api.app.watches.size().watches, 1)
      await Promise.all(followers.map((follower) => follower.stop()))
    })

    it('drops a subscriber that takes nothing, with the place to begin again', async () => {
      const small = await startApi({ MAX_SUBSCRIPTION_BUFFER: '5' }, {}, { oneServer: ofEachServer.load })
      await say(small, 'slow', 'one')
      const follower = follow(transport, small.url, 'slow', 2, { selection: 'seq kind' })
      await waitFor(() => small.app.watches.size().watches === 1)
      // One atomic write each, faster than the subscriber's answers can be made.
      const watch = small.app.watches
      const event = {
        kind: 'STORE' as const,
        at: '',
        principal: null,
        actor: null,
        note: null,
        pathHash: null,
        details: {},
        head: null,
      }
      const burst = upTo(12, 3).map((seq) => ({ ...event, id: `e${seq}`, conversationId: 'slow' }))
      watch.written(
        tenantFor('default'),
        { events: burst as [(typeof burst)[0]] },
        new Map(upTo(12, 3).map((seq) => [`e${seq}`, seq])),
      )
      await follower.over
      const [error] = follower.errors
      assert.equal(error?.extensions.code, 'LIMIT_EXCEEDED')
      const last = follower.events.at(-1)?.seq ?? 2
      assert.deepEqual(error.extensions.details, { limit: 5, afterSeq: last })
      assert.deepEqual(seqs(follower), upTo(last, 3))
      await follower.stop()
      await small.close()
    })

    it('takes no more subscriptions than it may', async () => {
      const few = await startApi({ MAX_SUBSCRIPTIONS: '1' }, {}, { oneServer: ofEachServer.load })
      await say(few, 'c', 'one')
      const first = follow(transport, few.url, 'c', 0)
      await first.reach(2)
      const second = follow(transport, few.url, 'c', 0)
      await second.over
      assert.equal(second.errors[0]?.extensions.code, 'LIMIT_EXCEEDED')
      await first.stop()
      await few.close()
    })

    it('says nothing of what fails inside, and goes on', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'turngraph-faulty-'))
      let failing = false
      const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), async (name, call) => {
        if (failing && name === 'observations') throw new Error('secret of the driver')
        return call()
      })
      const faulty = await startApi({}, { store })
      await say(faulty, 'c', 'one')
      const follower = follow(transport, faulty.url, 'c', 0)
      await follower.reach(2)
      failing = true
      await mutate(faulty, 'updateConversation', { id: 'c', title: 'x' }, '')
      await waitFor(() => follower.errors.length > 0)
      assert.equal(follower.errors[0]?.extensions.code, 'INTERNAL')
      assert.doesNotMatch(JSON.stringify(follower.errors), /secret/)
      failing = false
      await mutate(faulty, 'updateConversation', { id: 'c', title: 'y' }, '')
      await waitFor(() => follower.events.some(({ seq }) => seq === 4))
      await follower.stop()
      await faulty.close()
      rmSync(folder, { recursive: true, force: true })
    })
  })

describeOnce('subscriptions', () => {
  it('stand at /graphql/stream too, for POST and for GET', async () => {
    const api = await startApi()
    await say(api, 'c', 'one')
    const follower = follow('SSE', api.url, 'c', 0, { path: '/graphql/stream' })
    assert.deepEqual(seqs({ events: await follower.reach(2) }), [1, 2])
    await follower.stop()
    const query = encodeURIComponent('subscription ($s: Int) { conversationChanged(id: "c", afterSeq: $s) { seq } }')
    const address = `${api.url}/graphql/stream?query=${query}&variables=${encodeURIComponent('{"s":1}')}`
    const controller = new AbortController()
    const response = await fetch(address, { headers: { accept: 'text/event-stream' }, signal: controller.signal })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      if (text.includes('next')) break
    }
    assert.equal(text, ':\n\nevent: next\ndata: {"data":{"conversationChanged":{"seq":2}}}\n\n')
    controller.abort()
    const empty = await fetch(`${api.url}/graphql/stream`, { method: 'POST' })
    assert.equal(empty.status, 400)
    await api.close()
  })

  it('are refused to pages of other sites, and elsewhere', async () => {
    const api = await startApi()
    const address = api.url.replace('http', 'ws')
    const answer = async (path: string, origin?: string) => {
      const socket = new WebSocket(`${address}${path}`, 'graphql-transport-ws', origin === undefined ? {} : { origin })
      const [outcome] = (await Promise.race([once(socket, 'open').then(() => ['open']), once(socket, 'error')])) as [
        unknown,
      ]
      socket.terminate()
      return outcome === 'open' ? 'open' : (outcome as Error).message
    }
    assert.equal(await answer('/graphql'), 'open')
    assert.equal(await answer('/graphql', api.url), 'open')
    assert.match(await answer('/graphql', 'https://elsewhere.example'), /403/)
    assert.match(await answer('/graphql', 'null'), /403/)
    assert.match(await answer('/other'), /404/)
    await api.close()
  })

  it('survive what is no WebSocket message', async () => {
    const api = await startApi()
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send('nonsense')
    const [code] = (await once(socket, 'close')) as [number]
    assert.equal(code, 4400)
    const raw = connect(Number(new URL(api.url).port), '127.0.0.1')
    raw.end('GET /graphql HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    await once(raw.resume(), 'close')
    await api.ask('{ __typename }')
    await api.close()
  })

  it('of which one client takes nothing from its socket hold up nobody else', async () => {
    const api = await startApi({ MAX_SUBSCRIPTION_BUFFER: '50' }, {}, { oneServer: ofEachServer.load })
    await say(api, 'c', 'one')
    const body = JSON.stringify({
      query: 'subscription { conversationChanged(id: "c", afterSeq: 2) { seq conversation { head { text } } } }',
    })
    const stuck = connect(Number(new URL(api.url).port), '127.0.0.1')
    stuck.write(
      `POST /graphql/stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    stuck.pause()
    const follower = follow('SSE', api.url, 'c', 2, { selection: 'seq' })
    await waitFor(() => api.app.watches.size().subscriptions === 2)
    // More than the buffers of two sockets hold.
    for (let i = 0; i < 120; i++) await say(api, 'c', 'x'.repeat(200_000))
    assert.deepEqual(seqs({ events: await follower.reach(120) }), upTo(122, 3))
    let text = ''
    stuck.on('data', (bytes: Buffer) => (text = (text + bytes.toString()).slice(-2000)))
    stuck.resume()
    await waitFor(() => text.includes('event: complete'))
    assert.match(text, /LIMIT_EXCEEDED/)
    await follower.stop()
    stuck.destroy()
    await api.close()
  })

  it('ask the store once in a while for all of them, and for nothing once nobody follows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-polls-'))
    const calls: string[] = []
    const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), (name, call) => {
      calls.push(name)
      return call()
    })
    const api = await startApi({ SUBSCRIPTION_POLL_MS: '200' }, { store })
    for (const i of upTo(20)) await say(api, `c${i}`, 'one')
    const followers = upTo(100).map((i) => follow('WebSocket', api.url, `c${(i % 20) + 1}`, null, { selection: 'seq' }))
    await waitFor(() => api.app.watches.size().subscriptions === 100 && api.app.watches.size().watches === 20)
    await pause(300, 'what following asks at its beginning is over')
    calls.length = 0
    await pause(1000, 'five times it looks for news')
    assert.ok(calls.length >= 3 && calls.length <= 6, calls.join())
    calls.length = 0
    await say(api, 'c2', 'two')
    await followers[0]?.reach(1)
    assert.ok(calls.filter((name) => name !== 'lists').length <= 6, calls.join())
    await Promise.all(followers.map((follower) => follower.stop()))
    await waitFor(() => api.app.watches.size().subscriptions === 0)
    await pause(250, 'what was under way has ended')
    calls.length = 0
    await pause(500, 'nothing more is asked')
    assert.deepEqual(calls, [])
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

for (const { name, skip, settings } of await everyStore())
  describe(`subscriptions on ${name}`, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-follow-'))
    let env: Record<string, string>
    before(async () => {
      env = { ...(await settings()), DATA: folder, SUBSCRIPTION_POLL_MS: '50', REQUEST_TIMEOUT_MS: '120000' }
    })
    after(() => rmSync(folder, { recursive: true, force: true }))
    const start = () => startApi(env, {}, { oneServer: ofEachServer.namedServers })

    it('tell of what another server on the same store writes', async () => {
      const [here, there] = [await start(), await start()]
      await say(here, 'both', 'one')
      const followers = transports.map((transport) => follow(transport, here.url, 'both', 0))
      for (let i = 0; i < 40; i++) await say(i % 2 === 0 ? there : here, 'both', `${i}`)
      for (const follower of followers) {
        assert.deepEqual(seqs({ events: await follower.reach(42) }), upTo(42))
        await follower.stop()
      }
      await Promise.all([here.close(), there.close()])
    })

    it('that end with their server are taken up where they were, at another one', async () => {
      const first = await start()
      await say(first, 'again', 'one')
      const cut = transports.map((transport) => follow(transport, first.url, 'again', 0, { selection: 'seq kind' }))
      await Promise.all(cut.map((follower) => follower.reach(2)))
      await say(first, 'again', 'two')
      await Promise.all(cut.map((follower) => follower.reach(3)))
      const began = Date.now()
      await first.close()
      assert.ok(Date.now() - began < 5000, 'streams hold up the end of the server')
      for (const follower of cut)
        assert.notEqual(await follower.over, null, 'an end of the server is no end of the events')
      const second = await start()
      await say(second, 'again', 'three')
      for (const [i, transport] of transports.entries()) {
        const seen = cut[i]?.events ?? []
        const resumed = follow(transport, second.url, 'again', seen.at(-1)?.seq ?? 0, { selection: 'seq kind' })
        const events = await resumed.reach(4 - seen.length)
        assert.deepEqual(seqs({ events: [...seen, ...events] }), upTo(4))
        await resumed.stop()
      }
      await second.close()
    })
  })
