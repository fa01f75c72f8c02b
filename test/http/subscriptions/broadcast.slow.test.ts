// Takes long: thousands of subscribers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { intercept } from '../../../src/storage/intercept.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { storeTurn, talk } from '../../graphql/support/talk.ts'
import { openSocket, type Message, type SocketClient } from '../support/client.ts'
import { waitFor } from '../../support/waitFor.ts'

const [sockets, each] = [10, 50]
const alike = 'subscription { conversationChanged(id: "c") { seq conversation { title head { text } } } }'
const say = (api: Api, text: string) => storeTurn(api, { conversationId: 'c', role: 'USER', text })

/** Opens sockets with subscribers, and resolves when the server has all of them. */
async function follow(
  api: Api,
  queryOf: (n: number) => string,
  [count, every] = [sockets, each],
): Promise<SocketClient[]> {
  const before = api.app.watches.size().subscriptions
  const clients = await Promise.all(Array.from({ length: count }, () => openSocket(api.url)))
  clients.forEach((client, s) => {
    for (let n = 0; n < every; n++) client.send(`${n}`, queryOf(s * every + n))
  })
  await waitFor(() => api.app.watches.size().subscriptions >= before + count * every)
  return clients
}

/** A server whose store calls are counted by name, and may be held up; it is closed when its test has ended. */
async function startCounted(
  t: TestContext,
  around: (name: string, calls: string[]) => Promise<void> = async () => undefined,
) {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-broadcast-'))
  const calls: string[] = []
  const store = intercept(await openSqliteStore({ path: join(folder, 'store.db') }), async (name, call) => {
    calls.push(name)
    await around(name, calls)
    return call()
  })
  const api = await startApi({}, { store })
  t.after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await talk(api, 'c', 'one')
  return { api, calls }
}

describe('an event that very many are told of', () => {
  it('is answered once for all that ask the same, and reaches each of them', async (t) => {
    const { api, calls } = await startCounted(t)
    const clients = await follow(api, () => alike)
    calls.length = 0
    await say(api, 'two')
    for (const client of clients) {
      const messages = await client.reach('next', each)
      assert.equal(new Set(messages.map(({ id }) => id)).size, each)
      for (const { payload } of messages)
        assert.deepEqual(payload, {
          data: { conversationChanged: { seq: 3, conversation: { title: 'one', head: { text: 'two' } } } },
        })
    }
    // What one subscriber costs; the rest is the turn itself.
    assert.ok(calls.filter((name) => name !== 'lists').length <= 8, calls.join())
    await Promise.all(clients.map((client) => client.close()))
  })

  it('is told to the first before the last answer is made, where each asks something else', async (t) => {
    let asked = 0
    let heard = () => {}
    const isHeard = new Promise<void>((resolve) => (heard = resolve))
    const { api } = await startCounted(t, async (name) => {
      // The second lot of answers waits until somebody has one of the first.
      if (name === 'observations' && asked >= 0 && ++asked === 3) await isHeard
    })
    asked = Number.NEGATIVE_INFINITY
    const clients = await follow(api, (n) => alike.replace('seq', `own${n}: seq`))
    asked = 0
    const saying = say(api, 'two')
    void Promise.race(clients.map((client) => client.reach('next', 1))).then(heard)
    await Promise.all([saying, ...clients.map((client) => client.reach('next', each))])
    assert.ok(asked >= 3, `${asked} reads`)
    await Promise.all(clients.map((client) => client.close()))
  })

  it('costs few bytes for a socket that takes nothing, and holds up no other', async (t) => {
    const api = await startApi()
    t.after(() => api.close())
    await talk(api, 'c', 'one')
    const wires = new Set<Socket>()
    api.app.server.server.on('connection', (wire: Socket) => wires.add(wire))
    const [stuck] = await follow(api, () => alike, [1, 100])
    assert.ok(stuck)
    stuck.socket.pause()
    const [quick] = await follow(api, () => alike, [1, 100])
    assert.ok(quick)
    const size = 400_000
    let most = 0
    for (let n = 0; n < 3; n++) {
      await say(api, 'x'.repeat(size))
      await quick.reach('next', 100 * (n + 1))
      most = Math.max(most, ...[...wires].map((wire) => wire.writableLength))
    }
    assert.ok(most < 20 * size, `${most} bytes wait for it`)
    stuck.socket.resume()
    await stuck.reach('next', 300)
    await Promise.all([stuck.close(), quick.close()])
  })
})

describe('what a subscription asks of each event', () => {
  const asks = (selection: string) =>
    `subscription { conversationChanged(id: "c") { seq conversation { ${selection} } } }`
  const codes = (message: Message | undefined) => message?.payload?.errors?.map(({ extensions }) => extensions.code)

  it('draws on a budget of its own, event by event, and never comes in part', async (t) => {
    const api = await startApi({ MAX_QUERY_FIELDS: '6500' })
    t.after(() => api.close())
    const turns = Array.from({ length: 200 }, (_, n) => `turn ${n}`)
    await talk(api, 'c', ...turns)
    const client = await openSocket(api.url)
    client.send(
      'much',
      asks(['a', 'b', 'c', 'd'].map((name) => `${name}: context { text role message { id } }`).join(' ')),
    )
    client.send('little', asks('transcript(last: 2) { nodes { text } }'))
    await waitFor(() => api.app.watches.size().subscriptions >= 2)
    for (const text of ['a', 'b']) await say(api, text)
    const messages = await client.reach('next', 4)
    const of = (id: string) => messages.filter((message) => message.id === id)
    assert.deepEqual(of('much').map(codes), [['QUERY_TOO_EXPENSIVE'], ['QUERY_TOO_EXPENSIVE']])
    assert.deepEqual(of('little').map(codes), [undefined, undefined])
    await client.close()
  })

  it('is refused where it is larger than answers may be', async (t) => {
    const api = await startApi({ MAX_ANSWER_BYTES: '10000' })
    t.after(() => api.close())
    await talk(api, 'c', 'one')
    const client = await openSocket(api.url)
    client.send('plain', asks('head { text }'))
    await waitFor(() => api.app.watches.size().subscriptions >= 1)
    // The turn's own answer is small.
    const store =
      'mutation ($text: String) { storeTurn(input: { conversationId: "c", role: USER, text: $text }) { replayed } }'
    for (const text of ['x'.repeat(12_000), 'short']) await api.ask(store, { text })
    const messages = await client.reach('next', 2)
    assert.deepEqual(messages.map(codes), [['QUERY_TOO_EXPENSIVE'], undefined])
    await client.close()
  })
})
